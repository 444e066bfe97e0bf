/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.RingSource;
import io.slipring.ring.source.RingSourceConfig;
import io.slipring.ring.source.RingSources;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;

/** Makes ready on the cluster what an aggregation needs before it starts. */
final class Preparation {
    private Preparation() {}

    static void prepare(AggregationSpec<?, ?, ?> spec, Map<String, ?> config, Set<String> sourceTopics) {
        if (sourceTopics.isEmpty()) {
            throw new IllegalArgumentException("sourceTopics must name at least one topic");
        }
        new SlipringConfig(config);
        String applicationId = String.valueOf(config.get(StreamsConfig.APPLICATION_ID_CONFIG));
        RingSourceConfig ringConfig = ConnectedRuntime.ringConfig(spec, config);
        try (RingSource source = RingSources.open(ringConfig)) {
            source.current();
        }
        Duration timeout = ringConfig.control().timeout();
        try (Admin admin = Admin.create(ConnectedRuntime.clientConfig(config))) {
            TransferTopicAdmin topics = new TransferTopicAdmin(admin, timeout);
            for (String sourceTopic : sourceTopics) {
                topics.ensure(spec.transferTopic(), sourceTopic);
            }
        }
        try (ControlPlane controlPlane = ControlPlane.of(ringConfig.control())) {
            controlPlane.register(
                    ControlMessages.registration(spec, applicationId, sourceTopics, System.currentTimeMillis()));
        }
    }
}
