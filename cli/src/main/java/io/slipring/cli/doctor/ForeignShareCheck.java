/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.progress.Pace;
import io.slipring.cli.progress.TaskId;
import io.slipring.ring.source.RingSourceConfig;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Records whose producer does not use the ring arrive at any task, and take one more hop to their owner. */
final class ForeignShareCheck implements Check {
    private static final double THRESHOLD = 0.05;
    /** Fewer records say too little. */
    private static final long MIN_RECORDS = 100;

    /** A share of foreign records at a partition. */
    private record Share(int partition, long foreign, long consumed) {
        boolean isHigh() {
            return consumed >= MIN_RECORDS && foreign > THRESHOLD * consumed;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "partition %d: %.0f%%", partition, 100.0 * foreign / consumed);
        }
    }

    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        for (AppRegistration app : facts.apps()) {
            List<TaskProgress> tasks = facts.control().tasks(app.getRing(), app.getApplicationId());
            List<Share> now = new ArrayList<>();
            List<Share> ever = new ArrayList<>();
            for (TaskProgress task : tasks) {
                int partition = task.getPartition();
                Pace pace = facts.paces().get(new TaskId(app.getRing(), app.getApplicationId(), partition));
                if (pace != null) {
                    now.add(new Share(partition, pace.foreign(), pace.consumed()));
                }
                ever.add(new Share(partition, task.getRecordsForeign(), task.getRecordsConsumed()));
            }
            boolean busy = now.stream().anyMatch(share -> share.consumed >= MIN_RECORDS);
            List<Share> high =
                    (busy ? now : ever).stream().filter(Share::isHigh).toList();
            if (!high.isEmpty()) {
                findings.add(finding(facts, app, high, busy));
            }
        }
        return findings;
    }

    private static Finding finding(Facts facts, AppRegistration app, List<Share> high, boolean busy) {
        String topics = String.join(", ", app.getSourceTopics());
        return new Finding(
                busy ? Severity.WARNING : Severity.INFO,
                "foreign-producers",
                "topic " + topics,
                "records that do not go by ring " + app.getRing()
                        + (busy ? ", of those just consumed" : ", of all so far")
                        + ": " + high.stream().map(Share::toString).collect(Collectors.joining(", "))
                        + "; they count, at the price of one more hop",
                "in their producers: partitioner.class=io.slipring.partitioner.RingPartitioner and slipring.ring="
                        + app.getRing()
                        + (facts.cluster().controlTopic().equals(RingSourceConfig.TOPIC_DEFAULT)
                                ? ""
                                : " and slipring.ring.topic=" + facts.cluster().controlTopic()));
    }
}
