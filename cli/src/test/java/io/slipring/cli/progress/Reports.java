/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What the application {@code totals} of ring {@code r} might have written to the control topic. */
public final class Reports {
    /** When the reports were written. */
    public static final long NOW = 1_764_488_000_000L;

    private Reports() {}

    /** A report of a task with nothing under way, to be changed. */
    public static TaskProgress of(int partition, int epoch) {
        return TaskProgress.newBuilder()
                .setFormatVersion(ControlPlane.FORMAT_VERSION)
                .setRing("r")
                .setApplicationId("totals")
                .setPartition(partition)
                .setEpoch(epoch)
                .setVnodesToShip(0)
                .setVnodesAwaited(0)
                .setVnodesReleasing(0)
                .setShippedEntries(0)
                .setShippedBytes(0)
                .setHomeEntries(0)
                .setHomeBytes(0)
                .setRecordsConsumed(0)
                .setRecordsReceived(0)
                .setRecordsSent(0)
                .setRecordsForeign(0)
                .setRecordsHome(0)
                .setRecordsExpired(0)
                .setUpdatedAtMs(NOW)
                .build();
    }

    /** A registration on ring {@code r}, reading topic {@code t}. */
    public static AppRegistration app(String id) {
        return AppRegistration.newBuilder()
                .setFormatVersion(ControlPlane.FORMAT_VERSION)
                .setRing("r")
                .setApplicationId(id)
                .setSourceTopics(List.of("t"))
                .setTransferTopic(id + "-transfer")
                .setChangelogTopics(List.of(id + "-home-changelog", id + "-control-changelog"))
                .setRegisteredAtMs(NOW - 3_600_000)
                .setHandoffBytesPerSecond(0)
                .build();
    }

    /** Rings by epoch. */
    public static NavigableMap<Epoch, Ring> epochs(Ring... rings) {
        NavigableMap<Epoch, Ring> epochs = new TreeMap<>();
        for (Ring ring : rings) {
            epochs.put(ring.epoch(), ring);
        }
        return epochs;
    }

    /** A control topic with ring {@code r} only. */
    public static ControlSnapshot control(
            NavigableMap<Epoch, Ring> epochs, List<AppRegistration> apps, List<TaskProgress> tasks) {
        return new ControlSnapshot(new TreeMap<>(Map.of("r", epochs)), apps, tasks, new TreeMap<>());
    }
}
