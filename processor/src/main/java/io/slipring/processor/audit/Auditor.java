/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.errors.SlipringException;
import io.slipring.processor.audit.AuditReport.Verdict;
import io.slipring.processor.core.Counters;
import io.slipring.processor.core.Ledger;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import io.slipring.schemas.AppRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Audits running applications: whether every source record that an application has consumed is in one home state, in flight or
 * expired, and whether every key has one owner. Reads topics and offsets only, without a group, so that the application
 * doesn't notice; needs up to 72 bytes of heap per key. Thread-safe; each audit has clients of its own.
 */
public final class Auditor {
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ControlTopicConfig control;
    private final Clients clients;

    /**
     * Binds to a cluster; contacts nobody yet.
     *
     * @param control the control topic, settings for clients, and as timeout the longest wait for the cluster, for reading to
     *     get on, and for what one cut shows to be confirmed or refuted by the next
     */
    public Auditor(ControlTopicConfig control) {
        this.control = control;
        this.clients = new Clients(control, "audit");
    }

    /**
     * Audits an application.
     *
     * @throws SlipringException if it can't be audited: it isn't registered, or a topic is missing
     * @throws io.slipring.errors.RingTimeoutException if the cluster doesn't answer, or reading doesn't get on, in time
     */
    public AuditReport audit(AuditRequest request) {
        ControlSnapshot snapshot = snapshot();
        AppRegistration app = Registrations.find(snapshot, request.applicationId(), request.ring());
        try (Admin admin = clients.admin();
                KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
            return audit(app, request, snapshot, new Offsets(admin, control.timeout()), consumer);
        }
    }

    private AuditReport audit(
            AppRegistration app,
            AuditRequest request,
            ControlSnapshot snapshot,
            Offsets offsets,
            KafkaConsumer<byte[], byte[]> consumer) {
        Map<Integer, Ring> rings = rings(snapshot, app);
        LiveTopics topics = new LiveTopics(
                consumer,
                offsets,
                Registrations.homeTopic(app),
                app.getTransferTopic(),
                control.timeout(),
                Sought.NOTHING);
        Suspicions suspicions = new Suspicions();
        Deadline deadline = Deadline.in(control.timeout());
        for (int cuts = 1; ; cuts++) {
            Map<TopicPartition, Long> committed = request.deep() ? offsets.committed(app.getApplicationId()) : Map.of();
            List<Cut.Task> tasks = topics.next();
            learn(rings, tasks, app);
            Cut cut = new Cut(tasks, rings);
            if (request.deep()) {
                requireNoWindows(app, cut);
            }
            Suspicions.Verdict verdict = suspicions.add(Inspection.of(cut));
            if (cuts == 1) {
                deadline = Deadline.in(control.timeout()); // the first cut takes as long as there is to read
            }
            if (verdict != Suspicions.Verdict.OPEN || deadline.passed()) {
                return report(app, request, cuts, cut, verdict, suspicions, committed, offsets);
            }
            topics.forget(cut);
            deadline.pause(PAUSE);
        }
    }

    private static void requireNoWindows(AppRegistration app, Cut cut) {
        cut.windows().ifPresent(windows -> {
            throw new SlipringException("can't recount the source of application " + app.getApplicationId()
                    + ": it has " + windows + ", and its state holds open ones only; audit it without --deep");
        });
    }

    private AuditReport report(
            AppRegistration app,
            AuditRequest request,
            int cuts,
            Cut cut,
            Suspicions.Verdict verdict,
            Suspicions suspicions,
            Map<TopicPartition, Long> committed,
            Offsets offsets) {
        List<Finding> findings =
                verdict == Suspicions.Verdict.EXACT ? new ArrayList<>() : new ArrayList<>(suspicions.findings());
        Optional<AuditReport.Recount> recount = Optional.empty();
        if (request.deep()) {
            SourceRecount sources = new SourceRecount(
                    cut, committed, app.getSourceTopics(), snapshot().erasures(app.getRing(), app.getApplicationId()));
            try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
                new SourceReader(consumer, offsets, control.timeout()).read(sources, request.deadLetterTopic());
            }
            recount = Optional.of(sources.result());
            findings.addAll(sources.findings());
        }
        Verdict outcome = findings.isEmpty()
                ? Verdict.EXACT
                : verdict == Suspicions.Verdict.OPEN ? Verdict.UNSETTLED : Verdict.DIFFERENT;
        return new AuditReport(app.getRing(), app.getApplicationId(), outcome, cuts, figures(cut), recount, findings);
    }

    private static List<AuditReport.Task> figures(Cut cut) {
        List<AuditReport.Task> figures = new ArrayList<>();
        for (Cut.Task task : cut.tasks()) {
            Ledger ledger = task.ledger();
            Counters counters = ledger.state().counters();
            long[] counted = {0, 0};
            cut.between(task, (message, sign) -> {
                counted[0] += sign * message.records();
                counted[1] += message.numbered() ? sign * message.records() : 0;
            });
            long underWay = 0;
            for (Cut.Task sender : cut.tasks()) {
                underWay += sender.ledger().with(task.partition()).sent()
                        - ledger.with(sender.partition()).received();
            }
            long home = task.home().keys().records();
            long expected = counters.consumed() + counters.received() - counters.sent() - counters.expired();
            figures.add(new AuditReport.Task(
                    task.partition(),
                    ledger.state().epoch(),
                    ledger.commit(),
                    counters.consumed(),
                    ledger.skipped(),
                    home,
                    counters.sent(),
                    counters.received(),
                    counted[0],
                    counters.expired(),
                    task.home().keys().keys(),
                    home - expected + counted[1] - underWay));
        }
        return figures;
    }

    /** Makes sure that the rings of the ledgers are known: tasks may have adopted one that is younger than the audit. */
    private void learn(Map<Integer, Ring> rings, List<Cut.Task> tasks, AppRegistration app) {
        boolean known = tasks.stream()
                .mapToInt(task -> task.ledger().state().epoch())
                .allMatch(epoch -> epoch == 0 || rings.containsKey(epoch));
        if (!known) {
            rings.putAll(rings(snapshot(), app));
        }
    }

    private ControlSnapshot snapshot() {
        try (ControlPlane plane = ControlPlane.of(control)) {
            return plane.read();
        }
    }

    private static Map<Integer, Ring> rings(ControlSnapshot snapshot, AppRegistration app) {
        snapshot.ring(app.getRing());
        Map<Integer, Ring> rings = new HashMap<>();
        snapshot.rings()
                .getOrDefault(app.getRing(), Collections.emptyNavigableMap())
                .forEach((epoch, ring) -> rings.put(epoch.value(), ring));
        return rings;
    }
}
