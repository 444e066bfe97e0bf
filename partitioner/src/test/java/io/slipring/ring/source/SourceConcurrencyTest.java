/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.VnodeTable;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What many threads share: what is known of a ring, its readers, and the writer of progress. */
class SourceConcurrencyTest {
    private static final int EPOCHS = 40;
    private static final int ROUNDS = 25;
    private static final List<Ring> RINGS = IntStream.rangeClosed(1, EPOCHS)
            .mapToObj(SourceConcurrencyTest::ring)
            .toList();

    private static Ring ring(int epoch) {
        return Ring.builder("orders")
                .epoch(new Epoch(epoch))
                .shards(List.of(new Shard(new ShardId(0), 1, "", epoch)))
                .table(VnodeTable.of(vnode -> 0))
                .build();
    }

    @Test
    void history_learntAndReadAndSubscribedAtOnce_showsEveryEpochOnceInOrder() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            RingHistory history = new RingHistory("orders", "a place");
            Queue<Listener> listeners = new ConcurrentLinkedQueue<>();
            List<Together.Task> tasks = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                tasks.add(random -> learnAll(history, random));
            }
            for (int i = 0; i < 3; i++) {
                tasks.add(random -> read(history));
            }
            for (int i = 0; i < 3; i++) {
                tasks.add(random -> subscribe(history, listeners, random));
            }

            Together.run(Together.SEED + round, tasks);

            listeners.forEach(Listener::check);
        }
    }

    /** In ascending order, in batches that begin among what is known. */
    private static void learnAll(RingHistory history, SplittableRandom random) {
        for (int known = 0; known < EPOCHS; ) {
            int to = Math.min(EPOCHS, known + 1 + random.nextInt(3));
            history.learn(RINGS.subList(random.nextInt(known + 1), to), null);
            known = to;
        }
    }

    private static void read(RingHistory history) {
        int last = 0;
        while (last < EPOCHS) {
            int now = history.current(Together.DEADLINE).epoch().value();
            assertThat(now).isGreaterThanOrEqualTo(last);
            last = now;
            assertThat(history.ring(new Epoch(last), Duration.ZERO)).isSameAs(RINGS.get(last - 1));
            List<Ring> known = history.known(Duration.ZERO);
            assertThat(known).hasSizeGreaterThanOrEqualTo(last).isEqualTo(RINGS.subList(0, known.size()));
            int next = Math.min(EPOCHS, last + 1);
            assertThat(history.await(new Epoch(next), Together.DEADLINE).epoch().value())
                    .isGreaterThanOrEqualTo(next);
        }
    }

    private static void subscribe(RingHistory history, Queue<Listener> listeners, SplittableRandom random) {
        do {
            Listener listener = new Listener();
            listeners.add(listener);
            RingSource.Subscription subscription = history.subscribe(listener::hear);
            if (random.nextBoolean()) {
                Thread.yield();
                subscription.close();
                listener.closedAt = listener.heard;
            }
        } while (!history.known(Together.DEADLINE).equals(RINGS));
    }

    /** Counts the epochs that it hears, which must be 1, 2, 3 and so on. */
    private static final class Listener {
        private final AtomicInteger inside = new AtomicInteger();
        private volatile int heard;
        private volatile int closedAt = -1;
        private volatile String wrong = "";

        void hear(Ring ring) {
            if (inside.incrementAndGet() != 1) {
                wrong = "calls overlapped at epoch " + ring.epoch().value();
            }
            if (ring.epoch().value() != heard + 1) {
                wrong = "epoch " + ring.epoch().value() + " came after " + heard;
            }
            heard = ring.epoch().value();
            inside.decrementAndGet();
        }

        void check() {
            assertThat(wrong).isEmpty();
            assertThat(heard).as("epochs heard").isEqualTo(closedAt >= 0 ? closedAt : EPOCHS);
        }
    }

    @Test
    void readers_openedAndClosedAtOnce_liveAsLongAsTheirHandles() throws Exception {
        SharedReaders readers = new SharedReaders();
        Queue<CountedReader> started = new ConcurrentLinkedQueue<>();
        ThreadLocal<CountedReader> mine = new ThreadLocal<>();
        List<Together.Task> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tasks.add(random -> {
                Map<RingSource, CountedReader> open =
                        new TreeMap<>(java.util.Comparator.comparingInt(System::identityHashCode));
                for (int step = 0; step < 5_000; step++) {
                    if (open.size() < 3 && random.nextBoolean()) {
                        RingSource source = readers.open(random.nextInt(3), Duration.ZERO, () -> {
                            CountedReader reader = new CountedReader(mine);
                            started.add(reader);
                            return reader;
                        });
                        open.put(source, mine.get());
                    } else if (!open.isEmpty()) {
                        RingSource source = open.keySet().iterator().next();
                        assertThat(open.remove(source).closed)
                                .as("closes of a reader in use")
                                .hasValue(0);
                        source.close();
                        source.close();
                    }
                }
                open.keySet().forEach(RingSource::close);
            });
        }

        Together.run(Together.SEED, tasks);

        assertThat(started)
                .hasSizeGreaterThan(3)
                .allSatisfy(reader -> assertThat(reader.closed)
                        .as("closes of a reader that nobody uses")
                        .hasValue(1));
    }

    /** Tells the thread that opens a handle which reader it is of. */
    private static final class CountedReader implements RingReader {
        private final RingHistory history = new RingHistory("orders", "test");
        private final AtomicInteger closed = new AtomicInteger();
        private final ThreadLocal<CountedReader> opened;

        CountedReader(ThreadLocal<CountedReader> opened) {
            this.opened = opened;
        }

        @Override
        public RingHistory history() {
            opened.set(this);
            return history;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void handle_closedWhileItIsSubscribedTo_leavesNoListenerBehind() throws Exception {
        for (int round = 0; round < 500; round++) {
            RingHistory history = new RingHistory("orders", "a place");
            RingHandle handle = new RingHandle(history, Duration.ZERO, () -> {});
            AtomicInteger heard = new AtomicInteger();

            Together.run(Together.SEED + round, List.of(random -> handle.close(), random -> {
                try {
                    handle.subscribe(ring -> heard.incrementAndGet());
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessage("Cannot subscribe to ring orders after close");
                }
            }));
            history.learn(RINGS.subList(0, 1), null);

            assertThat(heard).as("epochs heard after close, round %d", round).hasValue(0);
        }
    }

    @Test
    void progress_reportedByManyThreads_isWrittenInOrderAndItsLastIsWritten() throws Exception {
        int threads = 8;
        int reports = 2_000;
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        ProgressReporter reporter = new ProgressReporter("control", () -> producer);
        List<Together.Task> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int partition = i;
            tasks.add(random -> {
                for (int report = 1; report <= reports; report++) {
                    report(reporter, progress(partition, report));
                }
            });
        }

        Together.run(Together.SEED, tasks);
        reporter.close();

        Map<Integer, Long> last = new ConcurrentHashMap<>();
        for (ProducerRecord<byte[], byte[]> written : producer.history()) {
            TaskProgress progress = SingleObject.TASK_PROGRESS.decode(written.value());
            Long before = last.put(progress.getPartition(), progress.getUpdatedAtMs());
            assertThat(progress.getUpdatedAtMs()).isGreaterThan(before == null ? 0 : before);
        }
        assertThat(last)
                .hasSize(threads)
                .allSatisfy((task, at) -> assertThat(at).isEqualTo(reports));
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void progress_closedWhileItIsReported_writesNothingAfterwards() throws Exception {
        for (int round = 0; round < 20; round++) {
            MockProducer<byte[], byte[]> producer =
                    new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
            ProgressReporter reporter = new ProgressReporter("control", () -> producer);
            report(reporter, progress(0, 1));

            Together.run(
                    Together.SEED + round, List.of(random -> reporter.close(), random -> reporter.close(), random -> {
                        for (int report = 2; report <= 200; report++) {
                            report(reporter, progress(0, report));
                        }
                    }));

            assertThat(producer.closed()).isTrue();
            assertThat(producer.history()).isNotEmpty();
        }
    }

    private static void report(ProgressReporter reporter, TaskProgress task) {
        reporter.report(ControlRecords.key(task), ControlRecords.encode(task));
    }

    private static TaskProgress progress(int partition, int report) {
        return TaskProgress.newBuilder()
                .setFormatVersion(1)
                .setRing("orders")
                .setApplicationId("totals")
                .setPartition(partition)
                .setEpoch(1)
                .setVnodesToShip(0)
                .setVnodesAwaited(0)
                .setVnodesReleasing(0)
                .setShippedEntries(0)
                .setShippedBytes(0)
                .setHomeEntries(0)
                .setHomeBytes(0)
                .setRecordsConsumed(0)
                .setRecordsReceived(0)
                .setRecordsSent(0)
                .setRecordsForeign(0)
                .setRecordsHome(0)
                .setRecordsExpired(0)
                .setUpdatedAtMs(report)
                .build();
    }
}
