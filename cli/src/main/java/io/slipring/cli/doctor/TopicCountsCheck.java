/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.ring.Ring;
import io.slipring.schemas.AppRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The topics of a ring need a partition for each shard, and those of an application need equal counts. */
final class TopicCountsCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        for (Ring ring : facts.newest()) {
            ring.topics().forEach(topic -> ofSource(facts, ring, topic, findings));
            facts.control().apps(ring.name()).forEach(app -> ofApp(facts, ring, app, findings));
        }
        return findings;
    }

    private static void ofSource(Facts facts, Ring ring, String topic, List<Finding> findings) {
        int needed = ring.requiredPartitions();
        TopicFacts found = facts.topics().get(topic);
        if (facts.missing().contains(topic)) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "topic-missing",
                    "topic " + topic,
                    "does not exist, but ring " + ring.name() + " routes it",
                    "kafka-topics.sh --bootstrap-server " + facts.cluster().servers() + " --create --topic " + topic
                            + " --partitions " + needed));
        } else if (found != null && found.partitions() < needed) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "too-few-partitions",
                    "topic " + topic,
                    "has " + found.partitions() + " partitions, ring " + ring.name() + " epoch "
                            + ring.epoch().value() + " needs " + needed
                            + ": producers go on with an older epoch, or fail",
                    facts.cluster().setPartitions(topic, needed) + " (with the applications that read it stopped)"));
        } else if (found != null && found.partitions() > needed) {
            findings.add(new Finding(
                    Severity.INFO,
                    "unused-partitions",
                    "topic " + topic,
                    "has " + found.partitions() + " partitions, of which ring " + ring.name() + " routes to " + needed
                            + "; a growth that was cut off leaves that",
                    "repeat the change of the ring, which goes on where it was cut off; else nothing"));
        }
    }

    private static void ofApp(Facts facts, Ring ring, AppRegistration app, List<Finding> findings) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        List<String> topics = new ArrayList<>(app.getSourceTopics());
        topics.add(app.getTransferTopic());
        topics.addAll(app.getChangelogTopics());
        for (String topic : topics) {
            TopicFacts found = facts.topics().get(topic);
            if (found != null) {
                counts.put(topic, found.partitions());
            }
            boolean own =
                    !app.getChangelogTopics().contains(topic) && !ring.topics().contains(topic);
            if (own && facts.missing().contains(topic)) {
                findings.add(new Finding(
                        Severity.ERROR,
                        "topic-missing",
                        "topic " + topic,
                        "does not exist, but application " + app.getApplicationId() + " needs it",
                        topic.equals(app.getTransferTopic())
                                ? "if it was deleted, partials under way are lost: stop the application and recount"
                                : "create it, or start the application with the topics that it reads now"));
            }
        }
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        List<String> fixes = counts.entrySet().stream()
                .filter(count -> count.getValue() < most)
                .map(Map.Entry::getKey)
                .map(topic -> facts.cluster().setPartitions(topic, most))
                .toList();
        if (!fixes.isEmpty()) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "counts-differ",
                    "application " + app.getApplicationId(),
                    "its topics must have equal numbers of partitions, and have " + counts
                            + "; Kafka Streams stops at that",
                    "with all its instances stopped: " + String.join(" && ", fixes)
                            + "; to grow, use 'slipring ring add-shard', which grows all of them at once"));
        }
    }
}
