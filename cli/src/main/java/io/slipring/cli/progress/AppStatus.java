/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.schemas.AppRegistration;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;

/**
 * Where an application stands.
 *
 * @param app its registration
 * @param group state of its consumer group
 * @param tasks by ascending partition
 * @param progress how far its handoffs are
 * @param etaMs time until the last byte is shipped at the present pace; empty if that is not known
 */
public record AppStatus(
        AppRegistration app, String group, List<TaskStatus> tasks, HandoffProgress progress, OptionalLong etaMs) {
    public AppStatus {
        tasks = List.copyOf(tasks);
    }

    static AppStatus of(AppRegistration app, NavigableMap<Epoch, Ring> epochs, StatusFacts facts) {
        GroupFacts group = facts.groups()
                .getOrDefault(
                        app.getApplicationId(), new GroupFacts(GroupFacts.UNKNOWN, GroupOffsets.UNKNOWN, List.of()));
        List<TaskBacklog> backlogs =
                TaskBacklog.of(epochs, facts.control().tasks(app.getRing(), app.getApplicationId()));
        List<TaskStatus> tasks = backlogs.stream()
                .map(backlog -> task(app, backlog, group.offsets(), facts))
                .toList();
        HandoffProgress progress = HandoffProgress.of(epochs, backlogs);
        return new AppStatus(app, group.state(), tasks, progress, eta(tasks, progress));
    }

    private static TaskStatus task(AppRegistration app, TaskBacklog backlog, GroupOffsets offsets, StatusFacts facts) {
        int partition = backlog.partition();
        OptionalLong age = backlog.report()
                .map(report -> OptionalLong.of(Math.max(0, facts.nowMs() - report.getUpdatedAtMs())))
                .orElse(OptionalLong.empty());
        // What a task did before it fell silent says nothing of what it does now.
        Optional<Pace> pace = Optional.ofNullable(
                        facts.paces().get(new TaskId(app.getRing(), app.getApplicationId(), partition)))
                .filter(known -> age.orElse(Long.MAX_VALUE) <= TaskStatus.CURRENT_MS);
        return new TaskStatus(
                backlog,
                age,
                pace.map(known -> OptionalDouble.of(known.shippedBytesPerSecond()))
                        .orElse(OptionalDouble.empty()),
                pace.map(known -> OptionalDouble.of(known.recordsPerSecond())).orElse(OptionalDouble.empty()),
                lag(app.getSourceTopics(), partition, offsets),
                lag(List.of(app.getTransferTopic()), partition, offsets));
    }

    private static OptionalLong lag(Collection<String> topics, int partition, GroupOffsets offsets) {
        List<OptionalLong> known = topics.stream()
                .map(topic -> offsets.lag(new TopicPartition(topic, partition)))
                .filter(OptionalLong::isPresent)
                .toList();
        return known.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        known.stream().mapToLong(OptionalLong::getAsLong).sum());
    }

    /**
     * Tasks ship side by side, so the slowest decides; one of unknown pace is taken to be as fast as the others. What a task
     * shipped before it adopts the epoch is of an earlier one, and says nothing of whether it is alive.
     */
    private static OptionalLong eta(List<TaskStatus> tasks, HandoffProgress progress) {
        if (progress.settled()) {
            return OptionalLong.of(0);
        }
        OptionalDouble usual = tasks.stream()
                .filter(task -> task.backlog().adopted())
                .flatMap(task -> task.shippedBytesPerSecond().stream().boxed())
                .mapToDouble(Double::doubleValue)
                .filter(rate -> rate > 0)
                .average();
        if (usual.isEmpty() || tasks.stream().noneMatch(task -> task.backlog().bytesToShip() > 0)) {
            return OptionalLong.empty();
        }
        return tasks.stream()
                .mapToLong(task -> {
                    double own = task.backlog().adopted()
                            ? task.shippedBytesPerSecond().orElse(0)
                            : 0;
                    double rate = own > 0 ? own : usual.getAsDouble();
                    return Math.round(1_000 * task.backlog().bytesToShip() / rate);
                })
                .max();
    }

    /** Home state that its tasks have yet to ship: an estimate. */
    public long bytesToShip() {
        return tasks.stream().mapToLong(task -> task.backlog().bytesToShip()).sum();
    }

    /** Home state that its tasks ship. */
    public double shippedBytesPerSecond() {
        return tasks.stream()
                .mapToDouble(task -> task.shippedBytesPerSecond().orElse(0))
                .sum();
    }

    /** Source records that its tasks consume. */
    public double recordsPerSecond() {
        return tasks.stream()
                .mapToDouble(task -> task.recordsPerSecond().orElse(0))
                .sum();
    }

    /** Offsets of the source topics that it has yet to consume; empty if none is known. */
    public OptionalLong sourceLag() {
        return sum(tasks.stream().map(TaskStatus::sourceLag).toList());
    }

    /** Offsets of the transfer topic that it has yet to consume; empty if none is known. */
    public OptionalLong transferLag() {
        return sum(tasks.stream().map(TaskStatus::transferLag).toList());
    }

    private static OptionalLong sum(Collection<OptionalLong> amounts) {
        LongStream known = amounts.stream().filter(OptionalLong::isPresent).mapToLong(OptionalLong::getAsLong);
        return known.reduce(Long::sum);
    }

    /** What each task lacks that is not settled. */
    public List<String> lacks() {
        return tasks.stream()
                .filter(task -> !task.backlog().settled())
                .map(TaskStatus::lack)
                .toList();
    }
}
