/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.processor.TransferTopicSettings;
import io.slipring.schemas.AppRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A transfer topic holds the only copy of what is under way, so nothing in it may expire. */
final class TransferTopicCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        for (AppRegistration app : facts.apps()) {
            String name = app.getTransferTopic();
            TopicFacts topic = facts.topics().get(name);
            if (topic == null) {
                continue;
            }
            List<String> wrong = new ArrayList<>();
            List<String> right = new ArrayList<>();
            new TreeMap<>(TransferTopicSettings.required()).forEach((setting, value) -> {
                String actual = topic.settings().getOrDefault(setting, value);
                if (!actual.equals(value)) {
                    wrong.add(setting + "=" + actual);
                    right.add(setting + "=" + value);
                }
            });
            if (!wrong.isEmpty()) {
                findings.add(new Finding(
                        Severity.ERROR,
                        "transfer-settings",
                        "topic " + name,
                        "has " + String.join(", ", wrong) + "; state under way has no other copy and must not expire",
                        facts.cluster().setTopic(name, String.join(",", right))));
            }
            int replicas = app.getSourceTopics().stream()
                    .map(facts.topics()::get)
                    .filter(source -> source != null)
                    .mapToInt(TopicFacts::replicas)
                    .max()
                    .orElse(0);
            if (topic.replicas() < replicas) {
                findings.add(new Finding(
                        Severity.ERROR,
                        "transfer-replicas",
                        "topic " + name,
                        "has " + topic.replicas() + " replicas, the source topics of application "
                                + app.getApplicationId() + " have " + replicas
                                + "; state under way has no other copy",
                        "add replicas with kafka-reassign-partitions.sh; the application refuses to start until then"));
            }
        }
        return findings;
    }
}
