/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.ring.Ring;
import io.slipring.schemas.AppRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A topic belongs to one ring; its readers read it by that ring. */
final class SharedTopicsCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        Map<String, List<String>> rings = new TreeMap<>();
        facts.control().rings().values().stream()
                .map(NavigableMap::lastEntry)
                .forEach(newest -> newest.getValue()
                        .topics()
                        .forEach(topic -> rings.computeIfAbsent(topic, name -> new ArrayList<>())
                                .add(newest.getValue().name())));
        List<Finding> findings = new ArrayList<>();
        rings.forEach((topic, names) -> {
            if (names.size() > 1 && names.stream().anyMatch(facts.rings()::contains)) {
                findings.add(new Finding(
                        Severity.ERROR,
                        "topic-in-two-rings",
                        "topic " + topic,
                        "is listed by rings " + String.join(" and ", names)
                                + ": growing it for one leaves the applications of the other with topics that don't fit",
                        "decide for one of them and let no producer or application use the other for this topic"));
            }
        });
        facts.newest().forEach(ring -> readers(facts, ring, findings));
        return findings;
    }

    private static void readers(Facts facts, Ring ring, List<Finding> findings) {
        List<AppRegistration> apps = facts.control().apps(ring.name());
        for (String topic : ring.topics()) {
            if (!apps.isEmpty()
                    && apps.stream().noneMatch(app -> app.getSourceTopics().contains(topic))) {
                findings.add(new Finding(
                        Severity.INFO,
                        "topic-without-reader",
                        "topic " + topic,
                        "is listed by ring " + ring.name() + ", but no application bound to it reads it ("
                                + apps.stream()
                                        .map(AppRegistration::getApplicationId)
                                        .collect(Collectors.joining(", "))
                                + " do not)",
                        "nothing, if others read it; it grows with the ring"));
            }
        }
        for (AppRegistration app : apps) {
            for (String topic : app.getSourceTopics()) {
                if (!ring.topics().contains(topic)) {
                    findings.add(new Finding(
                            Severity.WARNING,
                            "topic-outside-ring",
                            "topic " + topic,
                            "is read by application " + app.getApplicationId() + " of ring " + ring.name()
                                    + ", which does not list it, so tools don't find the ring by the topic",
                            "name the ring in slipring.ring of its producers; list it when the ring is next made"));
                }
            }
        }
    }
}
