/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One message of each kind, every field with a value of its own; what the golden samples hold. */
final class Samples {

    private Samples() {}

    static RingDefinition ringDefinition() {
        ByteBuffer table = ByteBuffer.allocate(131_072);
        for (int vnode = 0; vnode < 65_536; vnode++) {
            table.putShort((short) (vnode % 3 == 0 ? 2 : 0));
        }
        return new RingDefinition(
                1,
                "orders",
                7,
                "xxh3-64",
                "hashed",
                Map.of("tokens.per.weight", "200"),
                List.of(
                        new ShardDefinition(0, 2, "zürich-1", 0),
                        new ShardDefinition(3, 0, "", 1),
                        new ShardDefinition(70_000, 1, "b", 300)),
                table.flip(),
                "declared",
                List.of(new SplitDefinition(bytes("ключ"), List.of(70_000, 0))),
                List.of("orders", "payments"),
                1_764_488_000_123L,
                "weigh 0 up");
    }

    static AppRegistration appRegistration() {
        return new AppRegistration(
                1,
                "orders",
                "totals",
                List.of("orders"),
                "totals-transfer",
                List.of("totals-home-changelog", "totals-control-changelog"),
                1_764_488_000_456L,
                50_000_000L);
    }

    /** As read from what version 1 wrote. */
    static AppRegistration appRegistrationOfVersion1() {
        return AppRegistration.newBuilder(appRegistration())
                .setHandoffBytesPerSecond(0)
                .build();
    }

    static TaskProgress taskProgress() {
        return TaskProgress.newBuilder()
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
                .build();
    }

    static HotKeyReport hotKeyReport() {
        return new HotKeyReport(
                1,
                "orders",
                "checkout-0f3a",
                7,
                10_250L,
                6_400L,
                List.of(new HotKeyShare(bytes("ключ"), 0.4, 0.01, 16), new HotKeyShare(bytes(""), 0.0625, 0.005, 1)),
                List.of(new ShardTraffic(70_000, 1L << 40, 1L << 50), new ShardTraffic(0, 3L, 4L)),
                1_764_488_000_999L);
    }

    static ControlState controlState() {
        return ControlState.newBuilder()
                .setFormatVersion(1)
                .setEpoch(7)
                .setOutgoing(List.of(
                        new PendingVnodes(6, ByteBuffer.wrap(new byte[] {0, 1, 0, 2})),
                        new PendingVnodes(7, ByteBuffer.wrap(new byte[] {1, 0, (byte) 0xFF, (byte) 0xFF}))))
                .setIncoming(List.of(new PendingVnodes(7, ByteBuffer.wrap(new byte[] {0, 9, 0, 9}))))
                .setReleasing(ByteBuffer.wrap(new byte[] {0, 10, 0, 11}))
                .setHeld(ByteBuffer.wrap(new byte[] {0, 12, 0, 13}))
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
                .build();
    }

    static ControlState controlStateWithWindows() {
        ControlState state = controlState();
        state.setWindows(new WindowProgress(
                "windows of 60000 ms",
                1_764_488_000_111L,
                1_764_488_000_000L,
                List.of(
                        new ClosedAt(Long.MIN_VALUE, ByteBuffer.wrap(new byte[] {0, 1, 0, 2})),
                        new ClosedAt(1_764_487_000_000L, ByteBuffer.wrap(new byte[] {0, 9, 0, 9}))),
                ByteBuffer.wrap(new byte[] {0, 14, 0, 15}),
                110L,
                List.of(
                        new PeerMark(0, 7, 6, 5, 1_764_488_000_000L, false),
                        new PeerMark(3, 0, 0, 0, Long.MIN_VALUE, true))));
        return state;
    }

    static TaskLedger taskLedger() {
        return new TaskLedger(
                1,
                1L << 33,
                2L,
                List.of(new SourcePosition("orders", 1L << 34), new SourcePosition("returns", 5L)),
                6L,
                List.of(new PeerTraffic(0, 7L, 8L), new PeerTraffic(300, 9L, 10L)),
                ByteBuffer.wrap(new byte[] {(byte) 0xC3, 1, 2}));
    }

    static TransferMessage foreignPartials() {
        return new TransferMessage(
                7, 3, new ForeignPartials(List.of(partial("a", 3), partial("", 0), partial("ключ", 40))));
    }

    static TransferMessage handoff() {
        return handoff(List.of());
    }

    static TransferMessage handoffWithClosedWindows() {
        return handoff(List.of(
                new ClosedVnodes(1_764_488_000_222L, ByteBuffer.wrap(new byte[] {0, 0, 0, 1})),
                new ClosedVnodes(1L << 50, ByteBuffer.wrap(new byte[] {0, 7, 0, 7}))));
    }

    private static TransferMessage handoff(List<ClosedVnodes> closed) {
        return new TransferMessage(
                8,
                0,
                new Handoff(
                        List.of(partial("b", 9)),
                        List.of(new VnodeDone(65_535, 1L, 12L, -77L), new VnodeDone(0, 2L, 5L, 78L)),
                        ByteBuffer.wrap(new byte[] {0, 1, 0, 7}),
                        closed));
    }

    static TransferMessage mark() {
        return new TransferMessage(9, 2, new Mark(1_764_488_000_333L, true, 8));
    }

    static EraseKey eraseKey() {
        return new EraseKey(9, -1, bytes("ключ"));
    }

    static Erasure erasure() {
        return new Erasure(
                1,
                "orders",
                "totals",
                Long.MIN_VALUE + 7,
                0x5eed_5eedL,
                2L,
                3L,
                1_764_488_000_111L,
                1_764_488_000_222L);
    }

    static Partial partial(String key, int envelope) {
        byte[] bytes = new byte[envelope];
        for (int i = 0; i < envelope; i++) {
            bytes[i] = (byte) (200 + i);
        }
        return new Partial(bytes(key), ByteBuffer.wrap(bytes));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
