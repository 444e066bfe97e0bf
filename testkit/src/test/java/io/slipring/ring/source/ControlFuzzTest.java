/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.hotkeys.Heat;
import io.slipring.hotkeys.SplitPlan;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.VnodeSet;
import io.slipring.ring.codec.RingCodec;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.ControlState;
import io.slipring.schemas.Direction;
import io.slipring.schemas.Erasure;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.HotKeyShare;
import io.slipring.schemas.MessageFormatException;
import io.slipring.schemas.PeerTraffic;
import io.slipring.schemas.PendingVnodes;
import io.slipring.schemas.RunningDigest;
import io.slipring.schemas.ShardTraffic;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.SourcePosition;
import io.slipring.schemas.TaskLedger;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Fuzz;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever lies in the control topic, in a ring file, or in a task's stores is read or refused by name. */
class ControlFuzzTest {
    private static final Ring RING = RingChange.on(Rings.create("orders", 3, Placements.balanced(), List.of("orders")))
            .addShards(1, 2, "zürich-1")
            .removeShard(new ShardId(0))
            .splitMode(SplitMode.DECLARED)
            .splits(List.of(new SplitKey("ключ".getBytes(UTF_8), List.of(new ShardId(1), new ShardId(2)))))
            .comment("a drained one")
            .next();
    private static final byte[] VNODES = {0, 1, 0, 7};

    @TempDir
    private Path folder;

    @Test
    void ringDefinition_damaged_isReadAsItWouldBeWrittenOrRefused() {
        Fuzz.of("RingCodec", bytes -> {
                    Ring ring = RingCodec.decode(bytes);
                    for (int key = 0; key < 16; key++) {
                        assertThat(ring.partitionOf(new byte[] {(byte) key}))
                                .isBetween(0, ring.requiredPartitions() - 1);
                    }
                    assertThat(RingCodec.decode(RingCodec.encode(ring))).isEqualTo(ring);
                })
                .sample(RingCodec.encode(RING))
                .sample(RingCodec.encode(Rings.create("a", 1, Placements.byName("hashed"), List.of())))
                .refuses(RingFormatException.class)
                .allocates(64, 8 << 20)
                .oneIn(3)
                .run();
    }

    @Test
    void ringFile_damaged_isReadOrRefused() throws Exception {
        Path file = folder.resolve("rings");
        RingFile.write(file, List.of(RING, RingChange.on(RING).addShards(1).next()));
        byte[] sample = Files.readAllBytes(file);
        Fuzz.of("RingFile", bytes -> {
                    Files.write(file, bytes);
                    assertThat(RingFile.read(file)).isNotEmpty();
                })
                .sample(sample)
                .refuses(RingFormatException.class)
                .refuses(RingNotFoundException.class)
                .allocates(64, 8 << 20)
                .oneIn(10)
                .run();
    }

    @Test
    void controlKey_damaged_isReadAsWrittenOrIgnored() {
        Fuzz.of("ControlKey", bytes -> {
                    Optional<ControlKey> key = ControlKey.parse(bytes);
                    key.ifPresent(parsed -> assertThat(parsed.bytes()).isEqualTo(bytes));
                    if (key.isEmpty()) {
                        throw new RingFormatException("none of ours");
                    }
                })
                .sample("ring/orders/17".getBytes(UTF_8))
                .sample("app/orders/totals".getBytes(UTF_8))
                .sample("task/orders/totals/5".getBytes(UTF_8))
                .sample("task/a/b/2147483647".getBytes(UTF_8))
                .sample("hot/orders/checkout-1".getBytes(UTF_8))
                .refuses(RingFormatException.class)
                .run();
    }

    @Test
    void appRegistration_damaged_isReadOrRefused() {
        byte[] sample = SingleObject.APP_REGISTRATION.encode(new AppRegistration(
                1,
                "orders",
                "totals",
                List.of("orders"),
                "totals-transfer",
                List.of("totals-home-changelog", "totals-control-changelog"),
                1_764_488_000_456L,
                50_000_000L));
        message("AppRegistration", SingleObject.APP_REGISTRATION, sample);
        ControlKey.AppKey key = new ControlKey.AppKey("orders", "totals");
        Fuzz.of("ControlRecords.app", bytes -> ControlRecords.app(key, bytes))
                .sample(sample)
                .refuses(RingFormatException.class)
                .run();
    }

    @Test
    void taskProgress_damaged_isReadOrRefused() {
        byte[] sample = SingleObject.TASK_PROGRESS.encode(TaskProgress.newBuilder()
                .setFormatVersion(1)
                .setRing("orders")
                .setApplicationId("totals")
                .setPartition(3)
                .setEpoch(7)
                .setVnodesToShip(11)
                .setVnodesAwaited(12)
                .setVnodesReleasing(13)
                .setShippedEntries(14L)
                .setShippedBytes(15L)
                .setHomeEntries(16L)
                .setHomeBytes(17L)
                .setRecordsConsumed(1L << 40)
                .setRecordsReceived(19L)
                .setRecordsSent(20L)
                .setRecordsForeign(21L)
                .setRecordsHome(22L)
                .setRecordsExpired(23L)
                .setUpdatedAtMs(1_764_488_000_789L)
                .build());
        message("TaskProgress", SingleObject.TASK_PROGRESS, sample);
        ControlKey.TaskKey key = new ControlKey.TaskKey("orders", "totals", 3);
        Fuzz.of("ControlRecords.task", bytes -> ControlRecords.task(key, bytes))
                .sample(sample)
                .refuses(RingFormatException.class)
                .run();
    }

    @Test
    void hotKeyReport_damaged_isReadOrRefusedAndMerged() {
        byte[] sample = SingleObject.HOT_KEY_REPORT.encode(new HotKeyReport(
                1,
                "orders",
                "checkout-1",
                7,
                10_000L,
                1_024L,
                List.of(
                        new HotKeyShare(ByteBuffer.wrap("ключ".getBytes(UTF_8)), 0.4, 0.01, 4),
                        new HotKeyShare(ByteBuffer.wrap(new byte[0]), 0.1, 0.01, 1)),
                List.of(new ShardTraffic(1, 500L, 50_000L), new ShardTraffic(2, 600L, 1L << 40)),
                1_764_488_000_789L));
        message("HotKeyReport", SingleObject.HOT_KEY_REPORT, sample);
        ControlKey.HotKey key = new ControlKey.HotKey("orders", "checkout-1");
        Fuzz.of("ControlRecords.report", bytes -> {
                    HotKeyReport report = ControlRecords.report(key, bytes);
                    Heat heat = Heat.of(RING, List.of(report, report), report.getUpdatedAtMs());
                    assertThat(SplitPlan.of(RING, heat.hot(), heat.loads(), SplitRule.DEFAULT)
                                    .before())
                            .hasSize(3);
                })
                .sample(sample)
                .refuses(RingFormatException.class)
                .run();
    }

    @Test
    void erasure_damaged_isReadOrRefused() {
        byte[] sample =
                SingleObject.ERASURE.encode(new Erasure(1, "orders", "totals", 7L, 8L, 1L, 2L, 1_764_488_000_111L, 0L));
        message("Erasure", SingleObject.ERASURE, sample);
        ControlKey.ErasedKey key = new ControlKey.ErasedKey("orders", "totals", 7);
        Fuzz.of("ControlRecords.erasure", bytes -> ControlRecords.erasure(key, bytes))
                .sample(sample)
                .refuses(RingFormatException.class)
                .run();
    }

    @Test
    void controlState_damaged_isReadOrRefused() {
        message(
                "ControlState",
                SingleObject.CONTROL_STATE,
                SingleObject.CONTROL_STATE.encode(ControlState.newBuilder()
                        .setFormatVersion(1)
                        .setEpoch(7)
                        .setOutgoing(List.of(new PendingVnodes(6, ByteBuffer.wrap(VNODES))))
                        .setIncoming(List.of(new PendingVnodes(7, ByteBuffer.wrap(VNODES))))
                        .setReleasing(ByteBuffer.wrap(VNODES))
                        .setHeld(ByteBuffer.wrap(VNODES))
                        .setDigests(List.of(
                                new RunningDigest(7, 9, Direction.INCOMING, 2L, 30L, -5L),
                                new RunningDigest(6, 1, Direction.OUTGOING, 1L, 4L, Long.MIN_VALUE)))
                        .setHomeEntries(100L)
                        .setHomeBytes(101L)
                        .setRecordsHome(102L)
                        .setRecordsConsumed(103L)
                        .setRecordsForeign(104L)
                        .setRecordsReceived(105L)
                        .setRecordsSent(106L)
                        .setRecordsExpired(107L)
                        .setShippedEntries(108L)
                        .setShippedBytes(109L)
                        .build()));
    }

    @Test
    void taskLedger_damaged_isReadOrRefused() {
        message(
                "TaskLedger",
                SingleObject.TASK_LEDGER,
                SingleObject.TASK_LEDGER.encode(new TaskLedger(
                        1,
                        1L << 33,
                        2L,
                        List.of(new SourcePosition("orders", 1L << 34), new SourcePosition("returns", 5L)),
                        6L,
                        List.of(new PeerTraffic(0, 7L, 8L), new PeerTraffic(300, 9L, 10L)),
                        ByteBuffer.wrap(VNODES))));
    }

    @Test
    void vnodeSet_damaged_isReadOrRefused() {
        VnodeSet.Builder odd = VnodeSet.builder();
        for (int vnode = 1; vnode < 65_536; vnode += 2) {
            odd.add(vnode);
        }
        Fuzz.of("VnodeSet.fromBytes", bytes -> {
                    VnodeSet set = VnodeSet.fromBytes(bytes);
                    assertThat(VnodeSet.fromBytes(set.toBytes())).isEqualTo(set);
                })
                .sample(VnodeSet.ofRanges(1, 7, 9, 9, 65_535, 65_535).toBytes())
                .sample(odd.build().toBytes())
                .refuses(IllegalArgumentException.class)
                .run();
        Fuzz.of(
                        "VnodeSet.fromRanges",
                        bytes -> assertThat(VnodeSet.fromRanges(bytes).toRanges())
                                .isEqualTo(bytes))
                .sample(VnodeSet.ofRanges(0, 7, 9, 9, 65_535, 65_535).toRanges())
                .sample(VnodeSet.ALL.toRanges())
                .refuses(IllegalArgumentException.class)
                .run();
    }

    private static <T extends SpecificRecord> void message(String name, SingleObject<T> format, byte[] sample) {
        Fuzz.of(name, bytes -> {
                    T message = format.decode(bytes);
                    assertThat(format.decode(format.encode(message))).isEqualTo(message);
                })
                .sample(sample)
                .refuses(MessageFormatException.class)
                .run();
    }
}
