/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.ring.source.RingSourceConfig;

/**
 * The cluster as the commands of a fix name it.
 *
 * @param servers bootstrap servers
 * @param controlTopic topic that holds the rings
 * @param brokers how many there are; 0 if we may not know it
 */
record Cluster(String servers, String controlTopic, int brokers) {
    /** A command of ours. */
    String slipring(String command) {
        String topic = controlTopic.equals(RingSourceConfig.TOPIC_DEFAULT) ? "" : " --ring-topic " + controlTopic;
        return "./slipring " + command + " --bootstrap-server " + servers + topic;
    }

    /** Sets a topic's setting. */
    String setTopic(String topic, String setting) {
        return "kafka-configs.sh --bootstrap-server " + servers + " --alter --entity-type topics --entity-name " + topic
                + " --add-config " + setting;
    }

    /** Gives a topic more partitions. */
    String setPartitions(String topic, int partitions) {
        return "kafka-topics.sh --bootstrap-server " + servers + " --alter --topic " + topic + " --partitions "
                + partitions;
    }
}
