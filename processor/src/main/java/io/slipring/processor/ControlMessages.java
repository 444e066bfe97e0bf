/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Counters;
import io.slipring.processor.core.TaskState;
import io.slipring.ring.source.ControlPlane;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.util.List;
import java.util.Set;

/** What an aggregation says of itself on the control topic. */
final class ControlMessages {
    private ControlMessages() {}

    static AppRegistration registration(
            AggregationSpec<?, ?, ?> spec,
            String applicationId,
            Set<String> sourceTopics,
            long handoffBytesPerSecond,
            long now) {
        return AppRegistration.newBuilder()
                .setFormatVersion(ControlPlane.FORMAT_VERSION)
                .setRing(spec.ring())
                .setApplicationId(applicationId)
                .setSourceTopics(sourceTopics.stream().sorted().toList())
                .setTransferTopic(spec.transferTopic())
                .setChangelogTopics(changelogTopics(spec, applicationId))
                .setRegisteredAtMs(now)
                .setHandoffBytesPerSecond(handoffBytesPerSecond)
                .build();
    }

    static List<String> changelogTopics(AggregationSpec<?, ?, ?> spec, String applicationId) {
        return List.of(
                TaskNames.changelogTopic(applicationId, spec.names().homeStore()),
                TaskNames.changelogTopic(applicationId, spec.names().controlStore()));
    }

    static TaskProgress progress(
            AggregationSpec<?, ?, ?> spec, String applicationId, int partition, TaskState state, long now) {
        Counters counters = state.counters();
        return TaskProgress.newBuilder()
                .setFormatVersion(ControlPlane.FORMAT_VERSION)
                .setRing(spec.ring())
                .setApplicationId(applicationId)
                .setPartition(partition)
                .setEpoch(state.epoch())
                .setVnodesToShip(state.vnodesToShip())
                .setVnodesAwaited(state.vnodesAwaited())
                .setVnodesReleasing(state.releasing().size())
                .setShippedEntries(counters.shippedEntries())
                .setShippedBytes(counters.shippedBytes())
                .setHomeEntries(counters.entries())
                .setHomeBytes(counters.bytes())
                .setRecordsConsumed(counters.consumed())
                .setRecordsReceived(counters.received())
                .setRecordsSent(counters.sent())
                .setRecordsForeign(counters.foreign())
                .setRecordsHome(counters.home())
                .setRecordsExpired(counters.expired())
                .setUpdatedAtMs(now)
                .build();
    }
}
