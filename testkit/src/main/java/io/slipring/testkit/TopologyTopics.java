/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.TopologyDescription;

/** The topics that a topology reads. Immutable. */
final class TopologyTopics {
    private final String internalPrefix;
    private final Set<String> sources;
    private final List<Pattern> patterns;
    private final Set<String> globals;

    TopologyTopics(TopologyDescription description, String applicationId) {
        this.internalPrefix = applicationId + "-";
        List<TopologyDescription.Source> nodes = description.subtopologies().stream()
                .flatMap(subtopology -> subtopology.nodes().stream())
                .filter(TopologyDescription.Source.class::isInstance)
                .map(TopologyDescription.Source.class::cast)
                .toList();
        this.sources = nodes.stream().flatMap(TopologyTopics::names).collect(Collectors.toSet());
        this.patterns = nodes.stream()
                .filter(node -> node.topicPattern() != null)
                .map(TopologyDescription.Source::topicPattern)
                .toList();
        this.globals = description.globalStores().stream()
                .flatMap(store -> names(store.source()))
                .collect(Collectors.toSet());
    }

    /** Tells whether a task reads its partition of this topic; also of a repartition topic, whose full name is given. */
    boolean isSource(String topic) {
        return sources.contains(topic)
                || (topic.startsWith(internalPrefix) && sources.contains(topic.substring(internalPrefix.length())))
                || patterns.stream().anyMatch(pattern -> pattern.matcher(topic).matches());
    }

    /** Tells whether every instance reads all of this topic. */
    boolean isGlobal(String topic) {
        return globals.contains(topic);
    }

    /** Tells whether this is the changelog of a store, by its name. */
    boolean isChangelog(String topic) {
        return topic.startsWith(internalPrefix) && topic.endsWith("-changelog");
    }

    /** Returns what can be piped into, for an error's message. */
    Set<String> readable() {
        Set<String> all = new TreeSet<>(sources);
        all.addAll(globals);
        patterns.forEach(pattern -> all.add(pattern.pattern()));
        all.remove(ChangelogReplay.SOURCE_TOPIC);
        return all;
    }

    private static Stream<String> names(TopologyDescription.Source node) {
        return node.topicSet() == null ? Stream.empty() : node.topicSet().stream();
    }
}
