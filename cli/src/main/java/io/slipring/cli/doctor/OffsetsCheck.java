/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.progress.GroupFacts;
import io.slipring.cli.progress.GroupOffsets;
import io.slipring.schemas.AppRegistration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition with records, of which a group that consumes others has committed nothing: its records wait, or were skipped
 * because of {@code auto.offset.reset=latest}.
 */
final class OffsetsCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        for (AppRegistration app : facts.apps()) {
            GroupFacts group = facts.groups().get(app.getApplicationId());
            if (group != null) {
                for (String topic : app.getSourceTopics()) {
                    of(facts, app, topic, group.offsets(), findings);
                }
            }
        }
        return findings;
    }

    private static void of(
            Facts facts, AppRegistration app, String topic, GroupOffsets offsets, List<Finding> findings) {
        TopicFacts found = facts.topics().get(topic);
        List<Integer> uncommitted = new ArrayList<>();
        long records = 0;
        for (int partition = 0; found != null && partition < found.partitions(); partition++) {
            TopicPartition place = new TopicPartition(topic, partition);
            long lag = offsets.lag(place).orElse(0);
            if (lag > 0 && !offsets.committed().containsKey(place)) {
                uncommitted.add(partition);
                records += lag;
            }
        }
        boolean consumes = offsets.committed().keySet().stream()
                .anyMatch(place -> place.topic().equals(topic));
        if (!uncommitted.isEmpty() && consumes) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "nothing-committed",
                    "topic " + topic,
                    "partitions " + uncommitted + " have " + records + " records, and application "
                            + app.getApplicationId()
                            + " has committed nothing of them; with auto.offset.reset=latest it would skip them",
                    "set auto.offset.reset=earliest (slipring run does) and see whether it stays so: "
                            + facts.cluster().slipring("status --application-id " + app.getApplicationId())));
        }
    }
}
