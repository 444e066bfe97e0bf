/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.errors.AccessException;
import io.slipring.errors.SlipringException;
import io.slipring.processor.TransferCodec;
import io.slipring.processor.core.Transfer;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.Erasure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Erases a key's state from a running application, and proves it. Every task is asked over its partition of the transfer topic,
 * and passes it on to the key's owner behind the partials that it has sent there. Then the application's topics are read, as
 * an {@link Auditor} does, until nothing of the key is in a home state or under way. What was erased is written to the control
 * topic, by the key's hashes. Thread-safe; each erasure has clients of its own.
 *
 * <p>Records of the key that the application has not read yet are folded later: erase them from the source topics first.
 */
public final class Eraser {
    private static final Duration PAUSE = Duration.ofMillis(200);
    /** Looks that must find the key after every task has erased it, before all are asked again. */
    private static final int PATIENT_LOOKS = 3;

    private final ControlTopicConfig control;
    private final Clients clients;

    /**
     * Binds to a cluster; contacts nobody yet.
     *
     * @param control the control topic, settings for clients, and as timeout the longest wait for the cluster, for reading to get
     *     on, for the tasks to erase, and for the transfer topic to be purged
     */
    public Eraser(ControlTopicConfig control) {
        this.control = control;
        this.clients = new Clients(control, "erase");
    }

    /**
     * Looks what an application has of a key; erases nothing.
     *
     * @param ring name of the application's ring; may be left out if it is bound to one only
     * @param key the serialized key
     * @throws SlipringException if the application isn't registered, or a topic is missing
     * @throws io.slipring.errors.RingTimeoutException if the cluster doesn't answer, or reading doesn't get on, in time
     */
    public ErasureReport find(String applicationId, Optional<String> ring, byte[] key) {
        return run(applicationId, ring, key, Run::find);
    }

    /** Erases a key; parameters and failures are those of {@link #find}. */
    public ErasureReport erase(String applicationId, Optional<String> ring, byte[] key) {
        return run(applicationId, ring, key, Run::erase);
    }

    private ErasureReport run(
            String applicationId, Optional<String> ring, byte[] key, Function<Run, ErasureReport> action) {
        try (ControlPlane plane = ControlPlane.of(control);
                Admin admin = clients.admin();
                KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
            ControlSnapshot snapshot = plane.read();
            AppRegistration app = Registrations.find(snapshot, applicationId, ring);
            int epoch = snapshot.ring(app.getRing()).epoch().value();
            return action.apply(new Run(plane, app, epoch, key, new Offsets(admin, control.timeout()), consumer));
        }
    }

    /**
     * What has been erased from an application.
     *
     * @throws SlipringException if it isn't registered
     */
    public List<Erasure> erasures(String applicationId, Optional<String> ring) {
        try (ControlPlane plane = ControlPlane.of(control)) {
            ControlSnapshot snapshot = plane.read();
            AppRegistration app = Registrations.find(snapshot, applicationId, ring);
            return snapshot.erasures(app.getRing(), applicationId);
        }
    }

    /** One erasure. */
    private final class Run {
        private final ControlPlane plane;
        private final AppRegistration app;
        private final int epoch;
        private final byte[] key;
        private final long token;
        private final Offsets offsets;
        private final LiveTopics topics;
        private final Erasure erasure;
        private int asked;

        Run(
                ControlPlane plane,
                AppRegistration app,
                int epoch,
                byte[] key,
                Offsets offsets,
                KafkaConsumer<byte[], byte[]> consumer) {
            this.plane = plane;
            this.app = app;
            this.epoch = epoch;
            this.key = key;
            this.token = KeyCounts.token(key);
            this.offsets = offsets;
            this.topics = new LiveTopics(
                    consumer,
                    offsets,
                    Registrations.homeTopic(app),
                    app.getTransferTopic(),
                    control.timeout(),
                    new Sought(key));
            this.erasure = Erasure.newBuilder()
                    .setFormatVersion(ControlPlane.FORMAT_VERSION)
                    .setRing(app.getRing())
                    .setApplicationId(app.getApplicationId())
                    .setToken(token)
                    .setCheck(KeyCounts.check(key))
                    .setEntries(0)
                    .setRecords(0)
                    .setRequestedAtMs(System.currentTimeMillis())
                    .setProvenAtMs(0)
                    .build();
        }

        ErasureReport find() {
            Found found = look();
            erasure.setEntries(found.entries);
            erasure.setRecords(found.records);
            return report(ErasureReport.Outcome.FOUND, found, List.of(), List.of());
        }

        ErasureReport erase() {
            Found before = look();
            erasure.setEntries(before.entries);
            erasure.setRecords(before.records);
            plane.record(erasure);
            Map<Integer, Long> questions = ask();
            Deadline deadline = Deadline.in(control.timeout());
            int looks = 0;
            while (true) {
                Found now = look();
                List<Integer> unread = now.unread(questions);
                looks = unread.isEmpty() ? looks + 1 : 0;
                if (unread.isEmpty() && now.entries == 0) {
                    erasure.setProvenAtMs(System.currentTimeMillis());
                    plane.record(erasure);
                    return report(ErasureReport.Outcome.GONE, now, unread, awaitPurge(now.afterErasures));
                }
                if (deadline.passed()) {
                    ErasureReport.Outcome outcome =
                            unread.isEmpty() ? ErasureReport.Outcome.BACK : ErasureReport.Outcome.WAITING;
                    return report(outcome, now, unread, List.of());
                }
                if (looks == PATIENT_LOOKS) {
                    questions = ask();
                    looks = 0;
                }
                deadline.pause(PAUSE);
            }
        }

        private ErasureReport report(
                ErasureReport.Outcome outcome, Found last, List<Integer> unread, List<Integer> unpurged) {
            return new ErasureReport(
                    app.getRing(),
                    app.getApplicationId(),
                    token,
                    outcome,
                    erasure.getEntries(),
                    erasure.getRecords(),
                    last.records,
                    unread,
                    asked,
                    app.getTransferTopic(),
                    unpurged,
                    Registrations.homeTopic(app));
        }

        /** Asks every task; returns where, by partition of the transfer topic. */
        private Map<Integer, Long> ask() {
            asked++;
            byte[] question = TransferCodec.encode(new Transfer.Erasure(epoch, Transfer.Erasure.OPERATOR, key));
            Deadline deadline = Deadline.in(control.timeout());
            KafkaProducer<byte[], byte[]> producer = clients.producer();
            try {
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                int partitions = offsets.partitions(app.getTransferTopic());
                for (int partition = 0; partition < partitions; partition++) {
                    sent.add(producer.send(new ProducerRecord<>(
                            app.getTransferTopic(), partition, TransferCodec.TIMESTAMP, null, question)));
                }
                Map<Integer, Long> questions = new TreeMap<>();
                for (Future<RecordMetadata> one : sent) {
                    RecordMetadata written = one.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                    questions.put(written.partition(), written.offset());
                }
                return questions;
            } catch (TimeoutException e) {
                throw deadline.timeout("the tasks' questions to be written to topic " + app.getTransferTopic(), e);
            } catch (InterruptedException e) {
                throw new InterruptException("Interrupted while writing to topic " + app.getTransferTopic(), e);
            } catch (ExecutionException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                if (cause instanceof AuthorizationException refusal) {
                    throw new AccessException(
                            "the questions to the tasks", "WRITE on topic " + app.getTransferTopic(), refusal);
                }
                throw new SlipringException(
                        "can't write to topic " + app.getTransferTopic() + ": " + cause.getMessage(), cause);
            } finally {
                producer.close(deadline.remaining());
            }
        }

        /**
         * Waits until the partials of before are purged, and the messages by which the tasks were asked, which hold the key
         * too; returns the partitions where they aren't in time.
         */
        private List<Integer> awaitPurge(Map<Integer, Long> ends) {
            Deadline deadline = Deadline.in(control.timeout());
            Collection<TopicPartition> logs = ends.keySet().stream()
                    .map(partition -> new TopicPartition(app.getTransferTopic(), partition))
                    .toList();
            while (true) {
                Map<TopicPartition, Long> beginnings = offsets.beginnings(logs);
                List<Integer> left = logs.stream()
                        .filter(log -> beginnings.getOrDefault(log, 0L) < ends.getOrDefault(log.partition(), 0L))
                        .map(TopicPartition::partition)
                        .collect(Collectors.toList());
                if (left.isEmpty() || deadline.passed()) {
                    return left;
                }
                deadline.pause(PAUSE);
            }
        }

        private Found look() {
            Cut cut = new Cut(topics.next(), Map.of());
            boolean windows = cut.windows().isPresent();
            Sought sought = new Sought(key);
            Found found = new Found();
            for (Cut.Task task : cut.tasks()) {
                found.positions.put(task.partition(), task.ledger().transferPosition());
                found.afterErasures.put(task.partition(), task.transfers().afterErasures());
                task.home().found().forEach((cell, records) -> {
                    if (sought.is(cell.get(), windows)) {
                        found.add(records);
                    }
                });
                cut.between(task, (message, sign) -> {
                    for (TransferTail.Cell partial : message.found()) {
                        if (sign > 0 && sought.is(partial.cell(), windows)) {
                            found.add(partial.records());
                        }
                    }
                });
            }
            topics.forget(cut);
            return found;
        }
    }

    /** What a look found of the key, and how far the tasks were. */
    private static final class Found {
        private final Map<Integer, Long> positions = new HashMap<>();
        private final Map<Integer, Long> afterErasures = new TreeMap<>();
        private long entries;
        private long records;

        void add(long counted) {
            if (counted != 0) {
                entries++;
                records += counted;
            }
        }

        List<Integer> unread(Map<Integer, Long> questions) {
            return questions.entrySet().stream()
                    .filter(question -> positions.getOrDefault(question.getKey(), 0L) <= question.getValue())
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }
}
