/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Topics should survive the loss of a broker, and be writable without it. */
final class DurabilityCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<String, TopicFacts> topic : facts.topics().entrySet()) {
            of(facts.cluster(), topic.getKey(), topic.getValue(), findings);
        }
        return findings;
    }

    private static void of(Cluster cluster, String name, TopicFacts topic, List<Finding> findings) {
        int replicas = topic.replicas();
        int min = topic.minInsyncReplicas().orElse(0);
        String where = "topic " + name;
        if (min > replicas) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "min-isr",
                    where,
                    "has min.insync.replicas=" + min + " with " + replicas + " replicas: nothing can be written",
                    cluster.setTopic(name, "min.insync.replicas=" + Math.max(1, replicas - 1))));
        } else if (replicas == 1 && cluster.brokers() > 1) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "replicas",
                    where,
                    "has 1 replica on a cluster of " + cluster.brokers()
                            + " brokers: with its broker go its records, for good if the disk does",
                    "add replicas with kafka-reassign-partitions.sh, then "
                            + cluster.setTopic(name, "min.insync.replicas=2")));
        } else if (replicas > 2 && min == 1) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "min-isr",
                    where,
                    "has min.insync.replicas=1 with " + replicas
                            + " replicas: what one broker alone has acknowledged is lost with it",
                    cluster.setTopic(name, "min.insync.replicas=2")));
        } else if (replicas > 1 && min == replicas) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "min-isr",
                    where,
                    "has min.insync.replicas=" + min + " with " + replicas
                            + " replicas: nothing can be written while a broker is down",
                    cluster.setTopic(name, "min.insync.replicas=" + (replicas - 1))));
        }
    }
}
