/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.admin.RingGrowth;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopic;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.RingPublisher;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** The topics and the ring of the {@link SummingApp} on some brokers. */
final class NumbersCluster {
    private final Numbers names;
    private final ControlTopicConfig control;
    private final Admin admin;
    private final short replicas;
    private Ring ring;

    NumbersCluster(Numbers names, String bootstrapServers, Admin admin, short replicas) {
        this.names = names;
        this.control = ControlTopicConfig.at(bootstrapServers);
        this.admin = admin;
        this.replicas = replicas;
        this.ring = Rings.create(names.ring(), 1, Placements.byName("balanced"), Set.of(names.input()));
    }

    void create(int shards) {
        createTopics(shards);
        publish(shards);
    }

    void createTopics(int partitions) {
        Topics.create(admin, new NewTopic(names.input(), partitions, replicas));
        Topics.create(admin, new NewTopic(names.output(), 2, replicas));
    }

    /** Publishes the first epoch. */
    void publish(int shards) {
        ring = Rings.create(names.ring(), shards, Placements.byName("balanced"), Set.of(names.input()));
        ControlTopic.ensure(admin, control, Optional.of(replicas));
        new RingPublisher(control).publish(ring, Optional.empty());
    }

    void addShards(int count) {
        change(change -> change.addShards(count));
    }

    void change(UnaryOperator<RingChange> change) {
        publish(change.apply(RingChange.on(ring)).next());
    }

    /** Grows the topics for the ring's next epoch, and publishes it. */
    void publish(Ring next) {
        RingGrowth growth = new RingGrowth(admin, control);
        growth.execute(growth.plan(next, snapshot()));
        ring = next;
    }

    /** Takes over what somebody else has published. */
    Ring refresh() {
        ring = snapshot().ring(names.ring());
        return ring;
    }

    ControlSnapshot snapshot() {
        try (ControlPlane controlPlane = ControlPlane.of(control)) {
            return controlPlane.read();
        }
    }

    int partitions(String topic) {
        return get(admin.describeTopics(List.of(topic)).allTopicNames())
                .get(topic)
                .partitions()
                .size();
    }

    /** Declares a key split over the first so many shards; over one, joins it. */
    void split(String key, int ways) {
        List<SplitKey> splits = ways == 1
                ? List.of()
                : List.of(new SplitKey(
                        key.getBytes(StandardCharsets.UTF_8),
                        IntStream.range(0, ways).mapToObj(ShardId::new).toList()));
        change(change -> change.splitMode(SplitMode.DECLARED).splits(splits));
    }

    /** What the tasks have reported of themselves. */
    List<TaskProgress> tasks() {
        return snapshot().tasks(names.ring(), names.applicationId());
    }

    /** Waits until some task has vnodes to ship. */
    void awaitHandoffUnderWay(Duration timeout) {
        awaitProgress(
                timeout, "a handoff under way", tasks -> tasks.stream().anyMatch(task -> task.getVnodesToShip() > 0));
    }

    /** Waits until all tasks have adopted the ring's newest epoch and finished its handoffs. */
    void awaitSettled(Duration timeout) {
        awaitProgress(
                timeout,
                "all tasks to settle at epoch " + ring.epoch().value(),
                tasks -> tasks.size() >= ring.requiredPartitions()
                        && tasks.stream()
                                .allMatch(
                                        task -> task.getEpoch() == ring.epoch().value()
                                                && task.getVnodesToShip() == 0
                                                && task.getVnodesAwaited() == 0
                                                && task.getVnodesReleasing() == 0));
    }

    /** Waits until the tasks' reports are as wanted. */
    void awaitProgress(Duration timeout, String what, Predicate<List<TaskProgress>> condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        List<TaskProgress> tasks = tasks();
        while (!condition.test(tasks)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Waited " + timeout + " for " + what + ", tasks are " + tasks);
            }
            LockSupport.parkNanos(50_000_000);
            tasks = tasks();
        }
    }

    Ring ring() {
        return ring;
    }

    private static <T> T get(org.apache.kafka.common.KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
