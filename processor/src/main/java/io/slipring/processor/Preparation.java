/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.admin.TopicRights;
import io.slipring.errors.AccessException;
import io.slipring.errors.SlipringException;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.Deadline;
import io.slipring.ring.source.RingSource;
import io.slipring.ring.source.RingSourceConfig;
import io.slipring.ring.source.RingSources;
import io.slipring.schemas.AppRegistration;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.streams.StreamsConfig;

/** Makes ready on the cluster what an aggregation needs before it starts. */
final class Preparation {
    private Preparation() {}

    static void prepare(AggregationSpec<?, ?, ?> spec, Map<String, ?> config, Set<String> sourceTopics) {
        if (sourceTopics.isEmpty()) {
            throw new IllegalArgumentException("sourceTopics must name at least one topic");
        }
        SlipringConfig settings = new SlipringConfig(config);
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
            requireRights(spec, applicationId, sourceTopics, admin, Deadline.in(timeout));
        }
        try (ControlPlane controlPlane = ControlPlane.of(ringConfig.control())) {
            requireOwnTransferTopic(spec, applicationId, controlPlane.read().apps());
            controlPlane.register(ControlMessages.registration(
                    spec,
                    applicationId,
                    sourceTopics,
                    settings.limits().handoffBytesPerSecond(),
                    System.currentTimeMillis()));
        }
    }

    /** Rights that an application needs on topics, some of which Kafka Streams creates later. */
    static Map<String, Set<AclOperation>> rights(
            AggregationSpec<?, ?, ?> spec, String applicationId, Set<String> sourceTopics) {
        Map<String, Set<AclOperation>> rights = new HashMap<>();
        sourceTopics.forEach(topic -> rights.put(topic, Set.of(AclOperation.READ)));
        rights.put(spec.transferTopic(), Set.of(AclOperation.READ, AclOperation.WRITE));
        ControlMessages.changelogTopics(spec, applicationId)
                .forEach(topic -> rights.put(topic, Set.of(AclOperation.READ, AclOperation.WRITE)));
        return rights;
    }

    /** Kafka Streams would try again for minutes without a word, and then tell of a wait that took too long. */
    private static void requireRights(
            AggregationSpec<?, ?, ?> spec,
            String applicationId,
            Set<String> sourceTopics,
            Admin admin,
            Deadline deadline) {
        List<String> missing = TopicRights.missing(admin, rights(spec, applicationId, sourceTopics), deadline);
        if (!missing.isEmpty()) {
            throw new AccessException("application " + applicationId, String.join(", ", missing), null);
        }
    }

    private static void requireOwnTransferTopic(
            AggregationSpec<?, ?, ?> spec, String applicationId, List<AppRegistration> apps) {
        List<String> changelogTopics = ControlMessages.changelogTopics(spec, applicationId);
        for (AppRegistration app : apps) {
            boolean sameApplication = app.getApplicationId().equals(applicationId);
            boolean sameTopic = app.getTransferTopic().equals(spec.transferTopic());
            if (sameTopic && !sameApplication) {
                throw new SlipringException("transfer topic " + spec.transferTopic() + " belongs to application "
                        + app.getApplicationId() + ", so application " + applicationId
                        + " would take its partials for its own; give it a topic of its own");
            }
            boolean sameRing = app.getRing().equals(spec.ring());
            boolean same = sameTopic && sameRing && app.getChangelogTopics().equals(changelogTopics);
            if (sameApplication && (sameTopic || sameRing) && !same) {
                throw new SlipringException(
                        "application " + applicationId + " has an aggregation on ring " + app.getRing()
                                + " with transfer topic " + app.getTransferTopic() + ", and can have one only, so not "
                                + spec.names().name() + " with transfer topic " + spec.transferTopic()
                                + "; use another application.id or a composite aggregate");
            }
        }
    }
}
