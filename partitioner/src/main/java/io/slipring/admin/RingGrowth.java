/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.errors.RingGrowthException;
import io.slipring.errors.RingTimeoutException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import io.slipring.ring.source.RingPublisher;
import io.slipring.schemas.AppRegistration;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grows the topics of a ring and then publishes its next epoch.
 *
 * <ol>
 *   <li>All topics that are too small are asked for in one request that only validates; a refusal ends it here, with
 *       nothing changed.
 *   <li>The consumer groups of the applications settle: a rebalance in the moment of growing may compare old counts of
 *       source topics with new ones of changelogs, and stop a thread.
 *   <li>The same request is made in earnest. It has to be one: the controller applies it as a whole, while Kafka Streams
 *       dies if it sees its source and changelogs differ for a moment.
 *   <li>Every partition of every topic gets a leader, as seen by the broker that we ask.
 *   <li>The applications that run take the new partitions, or ten seconds pass: a record that comes before its task
 *       waits for it.
 *   <li>The epoch is published by compare-and-set.
 * </ol>
 *
 * <p>A growth that was cut off after any step is continued by planning the same change again: what exists is left alone.
 * Grown topics without a new epoch are harmless, since the old epoch routes nothing into the new partitions. Thread-safe.
 */
public final class RingGrowth {
    private static final Logger LOG = LoggerFactory.getLogger(RingGrowth.class);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final TopicGrower topics;
    private final StreamsGroups groups;
    private final TaskWatch tasks;
    private final RingPublisher publisher;
    private final Duration timeout;
    private final Consumer<Step> before;

    /** The steps of an execution, for tests that cut it off before one. */
    enum Step {
        GROW,
        WATCH,
        PUBLISH,
        END
    }

    /**
     * Grows topics of one cluster.
     *
     * @param admin stays the caller's
     * @param control the ring's control topic; its timeout bounds planning and execution, each as a whole
     */
    public RingGrowth(Admin admin, ControlTopicConfig control) {
        this(admin, control, step -> {});
    }

    RingGrowth(Admin admin, ControlTopicConfig control, Consumer<Step> before) {
        this.topics = new TopicGrower(admin);
        this.groups = new StreamsGroups(admin);
        this.tasks = new TaskWatch(control, groups);
        this.publisher = new RingPublisher(control);
        this.timeout = control.timeout();
        this.before = before;
    }

    /**
     * As {@link #plan(Ring, Optional, Collection)}, for a change of the newest epoch. What can't be read of the ring's
     * registrations blocks the plan, as the topics in it would be left behind.
     *
     * @param snapshot what the change was made from
     */
    public GrowthPlan plan(Ring next, ControlSnapshot snapshot) {
        GrowthPlan plan = plan(next, Optional.of(snapshot.ring(next.name()).epoch()), snapshot.apps(next.name()));
        SortedMap<String, String> strangers = new TreeMap<>(plan.strangers());
        snapshot.refusedApps(next.name())
                .forEach((key, reason) -> strangers.put(
                        key,
                        "it can't be read, so its topics would not grow: " + reason
                                + "; use the version that wrote it, or take it away with 'ring forget-app'"));
        return plan.withStrangers(strangers);
    }

    /**
     * Computes what has to be done, and has the brokers validate it; changes nothing.
     *
     * @param next the ring to publish
     * @param expected epoch that the change was made from; empty for a new ring
     * @param apps registrations; those of other rings are ignored
     * @throws RingGrowthException if the brokers would refuse
     * @throws io.slipring.errors.RingTimeoutException if they don't answer in time
     */
    public GrowthPlan plan(Ring next, Optional<Epoch> expected, Collection<AppRegistration> apps) {
        Deadline deadline = Deadline.in(timeout);
        GrowthPlan plan = GrowthPlan.of(next, expected, apps, topics.counts(GrowthPlan.topics(next, apps), deadline));
        topics.validate(increases(plan), deadline);
        return plan.withStrangers(groups.strangers(plan.toGrow().keySet(), plan.applications(), deadline));
    }

    /**
     * Carries out a plan; after a failure, plan anew.
     *
     * @throws RingGrowthException if a topic is missing or the brokers refuse; the epoch is not published
     * @throws io.slipring.errors.RingConflictException if another change of the ring came first
     * @throws io.slipring.errors.RingTimeoutException if it takes too long; says what was waited for
     */
    public GrowthResult execute(GrowthPlan plan) {
        if (!plan.possible()) {
            throw new RingGrowthException(
                    "Ring " + plan.next().name() + " cannot be changed to epoch "
                            + plan.next().epoch().value() + " with "
                            + plan.next().requiredPartitions() + " partitions: " + plan.obstacles(),
                    plan.missing().keySet(),
                    null);
        }
        Deadline deadline = Deadline.in(timeout);
        SortedMap<String, Integer> increases = increases(plan);
        topics.validate(increases, deadline);
        if (!increases.isEmpty()) {
            groups.awaitSettled(plan.applications(), deadline);
        }
        before.accept(Step.GROW);
        long start = System.nanoTime();
        SortedMap<String, Integer> grown = topics.grow(increases, deadline);
        awaitLeaders(plan.targets(), deadline);
        requireNoneLarger(plan.targets(), deadline);
        Duration untilLed = grown.isEmpty() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - start);
        LOG.info(
                "Topics are ready ring={} epoch={} grown={} untilLedMs={}",
                plan.next().name(),
                plan.next().epoch(),
                grown,
                untilLed.toMillis());
        before.accept(Step.WATCH);
        tasks.await(plan.next(), plan.applications(), deadline);
        before.accept(Step.PUBLISH);
        try {
            publisher.publish(plan.next(), plan.expected());
        } catch (RingTimeoutException e) {
            throw new RingTimeoutException(
                    "Epoch " + plan.next().epoch().value() + " of ring "
                            + plan.next().name()
                            + " may have been published or not: " + e.getMessage()
                            + "; look at the ring's newest epoch before you repeat the change",
                    e);
        }
        before.accept(Step.END);
        return new GrowthResult(plan.next(), grown, untilLed);
    }

    private void awaitLeaders(Map<String, Integer> targets, Deadline deadline) {
        while (true) {
            Map<String, String> waiting = topics.notReady(targets, deadline);
            if (waiting.isEmpty()) {
                topics.awaitServed(targets, deadline);
                return;
            }
            if (deadline.passed()) {
                throw deadline.timeout("leaders of all partitions: " + waiting, null);
            }
            deadline.pause(PAUSE);
        }
    }

    /** Somebody else may have grown a topic since the plan was made, and then the others have to follow. */
    private void requireNoneLarger(Map<String, Integer> targets, Deadline deadline) {
        SortedMap<String, Integer> larger = topics.larger(targets, deadline);
        if (!larger.isEmpty()) {
            throw new RingGrowthException(
                    "Topics have more partitions than planned, because somebody else grew them: " + larger
                            + " instead of " + targets + "; plan the change again, so that the other topics follow",
                    larger.keySet(),
                    null);
        }
    }

    private static SortedMap<String, Integer> increases(GrowthPlan plan) {
        SortedMap<String, Integer> increases = new TreeMap<>();
        plan.toGrow()
                .keySet()
                .forEach(topic -> increases.put(topic, plan.targets().get(topic)));
        return increases;
    }
}
