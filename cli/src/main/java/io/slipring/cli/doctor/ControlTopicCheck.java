/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.TopicConfig;

/** The control topic must exist, have one partition, and keep every key's last record. */
final class ControlTopicCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        Cluster cluster = facts.cluster();
        String where = "topic " + cluster.controlTopic();
        if (facts.missing().contains(cluster.controlTopic())) {
            return List.of(new Finding(
                    Severity.ERROR,
                    "ring-topic-missing",
                    where,
                    "does not exist, so there is no ring",
                    cluster.slipring("ring create --topic TOPIC") + ", or name the topic in use with --ring-topic"));
        }
        TopicFacts topic = facts.topics().get(cluster.controlTopic());
        List<Finding> findings = new ArrayList<>();
        if (topic == null) {
            return findings;
        }
        if (topic.partitions() != 1) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "ring-topic-partitions",
                    where,
                    "has " + topic.partitions() + " partitions and must have 1, because epochs are ordered by it",
                    "create a topic with 1 partition and cleanup.policy=compact, copy partition 0 into it, and name it in"
                            + " slipring.ring.topic of every client"));
        }
        String policy =
                topic.settings().getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        if (!policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "ring-topic-policy",
                    where,
                    "has cleanup.policy=" + policy + ", which deletes rings; clients refuse it",
                    cluster.setTopic(cluster.controlTopic(), "cleanup.policy=compact")));
        }
        return findings;
    }
}
