/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * What the application's topics take on the broker's disk, which is what was written to them, as nothing of them is deleted
 * or compacted meanwhile.
 *
 * @param between the repartition or the transfer topic
 * @param changelog all changelogs
 */
record TopicBytes(long input, long between, long changelog, long output) {
    static TopicBytes of(Admin admin, AppSpec spec) {
        Map<String, Long> sizes = sizes(admin);
        long between = 0;
        long changelog = 0;
        for (Map.Entry<String, Long> topic : sizes.entrySet()) {
            String name = topic.getKey();
            if (name.equals(spec.transfer()) || (name.startsWith(spec.name() + "-") && name.endsWith("-repartition"))) {
                between += topic.getValue();
            } else if (name.startsWith(spec.name() + "-") && name.endsWith("-changelog")) {
                changelog += topic.getValue();
            }
        }
        return new TopicBytes(
                sizes.getOrDefault(spec.input(), 0L), between, changelog, sizes.getOrDefault(spec.output(), 0L));
    }

    /** What was written since then. */
    TopicBytes since(TopicBytes before) {
        return new TopicBytes(
                input - before.input, between - before.between, changelog - before.changelog, output - before.output);
    }

    /** Sizes of all topics. */
    static Map<String, Long> sizes(Admin admin) {
        try {
            Map<String, Long> sizes = new HashMap<>();
            var nodes = admin.describeCluster().nodes().get();
            admin.describeLogDirs(nodes.stream().map(node -> node.id()).toList())
                    .allDescriptions()
                    .get()
                    .values()
                    .forEach(directories -> directories
                            .values()
                            .forEach(directory -> directory
                                    .replicaInfos()
                                    .forEach((partition, replica) ->
                                            sizes.merge(partition.topic(), replica.size(), Long::sum))));
            return sizes;
        } catch (ExecutionException e) {
            throw new KafkaException("Cannot read the sizes of topics: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while reading the sizes of topics", e);
        }
    }
}
