/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.Stats;
import io.slipring.processor.core.ControlStore;
import io.slipring.processor.core.CorruptPartialException;
import io.slipring.processor.core.Counters;
import io.slipring.processor.core.Effects;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.Epochs;
import io.slipring.processor.core.HandoffException;
import io.slipring.processor.core.HomeStore;
import io.slipring.processor.core.Ledger;
import io.slipring.processor.core.Limits;
import io.slipring.processor.core.ShardCore;
import io.slipring.processor.core.TaskState;
import io.slipring.processor.core.Transfer;
import io.slipring.ring.Epoch;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Rings;
import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import io.slipring.ring.source.RingSource;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import io.slipring.schemas.DamagedMessageException;
import io.slipring.schemas.MessageFormatException;
import io.slipring.testkit.Fuzz;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Whatever comes over the transfer topic or lies in a task's stores is read or refused by name, in bounded memory. */
class CodecFuzzTest {
    private static final Ring ONE = Rings.create("orders", 2, Placements.balanced(), List.of("orders"));
    private static final Ring TWO = RingChange.on(ONE).addShards(1).next();
    private static final int NEW = 2;
    private static final String GAINED = IntStream.range(0, 1_000)
            .mapToObj(key -> "key-" + key)
            .filter(key -> TWO.partitionOf(key.getBytes(UTF_8)) == NEW && ONE.partitionOf(key.getBytes(UTF_8)) == 0)
            .findFirst()
            .orElseThrow();
    private static final Aggregator<BigDecimal, Stats> STATS = Aggregators.stats(value -> value);
    private static final TaskState STATE = new TaskState(
            7,
            List.of(new TaskState.Pending(6, VnodeSet.of(1, 5, 9))),
            List.of(new TaskState.Pending(6, VnodeSet.of(2)), new TaskState.Pending(7, VnodeSet.ofRanges(20, 80))),
            VnodeSet.of(3),
            VnodeSet.EMPTY,
            List.of(new TaskState.Running(true, 6, 5, 1, 2, 3), new TaskState.Running(false, 7, 21, 4, 5, 6)),
            new Counters(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

    /** A set of vnodes takes 8 KiB in memory, twice while it is read, and as little as 4 bytes when written. */
    private static final long BYTES_PER_BYTE = 4_096;

    private static byte[] envelope(boolean held, String... numbers) {
        Stats stats = Arrays.stream(numbers)
                .map(number -> Stats.of(new BigDecimal(number)))
                .reduce(Stats.NONE, Stats::plus);
        return new Envelope(held, numbers.length, 5, STATS.serde().serializer().serialize("t", stats)).encode();
    }

    private static byte[] foreign() {
        return TransferCodec.encode(new Transfer.Foreign(
                2,
                1,
                List.of(
                        new Transfer.Partial(GAINED.getBytes(UTF_8), envelope(false, "1.5", "-3")),
                        new Transfer.Partial(new byte[0], envelope(false, "1e900")))));
    }

    /** As the core adds it up for the one partial of the handoffs below. */
    private static long digest() {
        byte[] key = GAINED.getBytes(UTF_8);
        byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(key.length).array();
        return Hashing.xxh3_64()
                .hashStream()
                .putBytes(length)
                .putBytes(key)
                .putBytes(envelope(true, "2", "7"))
                .getAsLong();
    }

    private static byte[] handoff() {
        VnodeSet moved = RingDiff.between(ONE, TWO).gainedBy(NEW);
        int vnode = Tokens.vnode(GAINED.getBytes(UTF_8));
        return TransferCodec.encode(new Transfer.Handoff(
                2,
                0,
                List.of(new Transfer.Partial(GAINED.getBytes(UTF_8), envelope(true, "2", "7"))),
                List.of(new Transfer.Done(vnode, 1, 2, digest())),
                moved.minus(vnode)));
    }

    /** Without a set of vnodes, which takes up most of the bytes. */
    private static byte[] smallHandoff() {
        return TransferCodec.encode(new Transfer.Handoff(
                2,
                0,
                List.of(new Transfer.Partial(GAINED.getBytes(UTF_8), envelope(true, "2", "7"))),
                List.of(new Transfer.Done(Tokens.vnode(GAINED.getBytes(UTF_8)), 1, 2, digest())),
                VnodeSet.EMPTY));
    }

    @Test
    void transfer_damaged_isReadOrRefused() {
        Fuzz.of("TransferCodec", bytes -> {
                    Transfer transfer = TransferCodec.decode(bytes);
                    byte[] again = TransferCodec.encode(transfer);
                    assertThat(TransferCodec.encode(TransferCodec.decode(again)))
                            .isEqualTo(again);
                })
                .sample(foreign())
                .sample(handoff())
                .sample(smallHandoff())
                .refuses(MessageFormatException.class)
                .run();
    }

    @Test
    void core_damagedTransfer_mergesOrRefusesIt() {
        for (boolean exactlyOnce : List.of(true, false)) {
            Fuzz fuzz = Fuzz.of("ShardCore.transfer exactlyOnce=" + exactlyOnce, bytes -> {
                        ShardCore<BigDecimal, Stats> core = core(exactlyOnce);
                        core.transfer(() -> TransferCodec.decode(bytes));
                        core.tick(false, 1);
                        core.beforeCommit();
                    })
                    .sample(foreign())
                    .refuses(MessageFormatException.class)
                    .refuses(CorruptPartialException.class)
                    .refuses(HandoffException.class)
                    .refuses(KafkaException.class)
                    .refuses(ArithmeticException.class)
                    .allocates(512, 16 << 20)
                    .oneIn(4);
            for (byte[] handoff : List.of(handoff(), smallHandoff())) {
                fuzz.sample(handoff);
            }
            fuzz.run();
        }
    }

    private static ShardCore<BigDecimal, Stats> core(boolean exactlyOnce) {
        RingSource source = rings();
        Epochs epochs = new Epochs() {
            @Override
            public int oldest() {
                return 1;
            }

            @Override
            public int latest() {
                return 2;
            }

            @Override
            public Ring ring(int epoch) {
                return source.ring(new Epoch(epoch));
            }
        };
        Effects<Stats> effects = new Effects<>() {
            @Override
            public void emit(byte[] key, Stats aggregate, long records, long timestamp) {}

            @Override
            public void send(int partition, Transfer transfer) {
                TransferCodec.decode(TransferCodec.encode(transfer));
            }
        };
        return new ShardCore<>(
                NEW,
                epochs,
                new AggregatorFolding<>(STATS, "changelog"),
                new MemoryHome(),
                new MemoryControl(),
                effects,
                new Limits(100, 10_000, 1_000_000, 1_000_000, 1_000_000, exactlyOnce),
                () -> 0);
    }

    private static RingSource rings() {
        SettableRingSource source = RingSources.fixed(ONE);
        source.publish(TWO);
        return source;
    }

    @Test
    void taskState_damaged_isReadOrRefused() {
        Fuzz.of("TaskStateCodec", bytes -> TaskStateCodec.decode(bytes))
                .sample(TaskStateCodec.encode(STATE))
                .sample(TaskStateCodec.encode(TaskState.NEW))
                .refuses(MessageFormatException.class)
                .refuses(IllegalStateException.class)
                .allocates(BYTES_PER_BYTE, 1 << 20)
                .run();
    }

    @Test
    void taskState_morePendingEpochsThanCanBe_isRefusedBeforeTheyTakeMemory() {
        List<TaskState.Pending> many = new ArrayList<>();
        for (int epoch = 1; epoch <= 16_385; epoch++) {
            many.add(new TaskState.Pending(epoch, VnodeSet.EMPTY));
        }
        byte[] bytes = TaskStateCodec.encode(
                new TaskState(7, many, List.of(), VnodeSet.EMPTY, VnodeSet.EMPTY, List.of(), Counters.ZERO));

        assertThatThrownBy(() -> TaskStateCodec.decode(bytes))
                .isInstanceOf(DamagedMessageException.class)
                .hasMessageEndingWith("at most 16384 epochs may have unfinished moves, had 16385");
    }

    @Test
    void ledger_damaged_isReadOrRefused() {
        Ledger ledger = new Ledger(
                9,
                1,
                new TreeMap<>(Map.of("orders", 17L, "returns", 1L << 40)),
                4,
                new TreeMap<>(Map.of(0, new Ledger.Traffic(3, 4), 300, new Ledger.Traffic(5, 6))),
                STATE);
        Fuzz.of("LedgerCodec", bytes -> {
                    byte[] again = LedgerCodec.encode(LedgerCodec.decode(bytes));
                    assertThat(LedgerCodec.encode(LedgerCodec.decode(again))).isEqualTo(again);
                })
                .sample(LedgerCodec.encode(ledger))
                .sample(LedgerCodec.encode(Ledger.NEW))
                .refuses(MessageFormatException.class)
                .refuses(IllegalStateException.class)
                .allocates(BYTES_PER_BYTE, 1 << 20)
                .run();
    }

    @Test
    void envelope_damaged_isReadAsWrittenOrRefused() {
        Fuzz.of("Envelope", bytes -> assertThat(Envelope.decode(bytes).encode()).isEqualTo(bytes))
                .sample(envelope(true, "1.5", "-3"))
                .sample(envelope(false, "0"))
                .refuses(CorruptPartialException.class)
                .run();
    }

    @Test
    void stats_damaged_canBeMergedOrAreRefused() {
        Stats one = Stats.of(BigDecimal.ONE);
        Fuzz.of("StatsAggregator", bytes -> {
                    Stats stats = STATS.serde().deserializer().deserialize("t", bytes);
                    Stats merged = stats.plus(one);
                    byte[] again = STATS.serde().serializer().serialize("t", merged);
                    assertThat(STATS.serde().deserializer().deserialize("t", again))
                            .isEqualTo(merged);
                    merged.mean();
                })
                .sample(STATS.serde().serializer().serialize("t", one.plus(Stats.of(new BigDecimal("-2.75")))))
                .sample(STATS.serde().serializer().serialize("t", Stats.NONE))
                .refuses(SerializationException.class)
                .refuses(ArithmeticException.class)
                .run();
    }

    @Test
    void stats_widestExactSum_isReadBack() {
        String nines = "9".repeat(1_000);
        Stats widest = Stats.of(new BigDecimal(nines + "e1000"))
                .plus(Stats.of(new BigDecimal("1e-1000")))
                .plus(Stats.of(new BigDecimal("1e1000")));

        byte[] written = STATS.serde().serializer().serialize("t", widest);

        assertThat(STATS.serde().deserializer().deserialize("t", written)).isEqualTo(widest);
    }

    @Test
    void commitHeader_damaged_isReadOrAbsent() {
        Fuzz.of("CommitHeader", bytes -> {
                    RecordHeaders headers = new RecordHeaders();
                    headers.add("slipring.commit", bytes);
                    OptionalLong commit = CommitHeader.read(headers);
                    if (commit.isEmpty()) {
                        throw new CorruptHeader("absent");
                    }
                    assertThat(CommitHeader.of(commit.getAsLong())
                                    .lastHeader("slipring.commit")
                                    .value())
                            .isEqualTo(bytes);
                })
                .sample(CommitHeader.of(17).lastHeader("slipring.commit").value())
                .refuses(CorruptHeader.class)
                .run();
    }

    private static final class CorruptHeader extends Exception {
        private static final long serialVersionUID = 1L;

        CorruptHeader(String message) {
            super(message);
        }
    }

    private static final class MemoryControl implements ControlStore {
        private byte[] saved = TaskStateCodec.encode(TaskState.NEW);

        @Override
        public TaskState load() {
            return TaskStateCodec.decode(saved);
        }

        @Override
        public void save(TaskState state) {
            saved = TaskStateCodec.encode(state);
        }
    }

    private static final class MemoryHome implements HomeStore {
        private final NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

        @Override
        public byte[] get(byte[] key) {
            return entries.get(key);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            if (value == null) {
                entries.remove(key);
            } else {
                entries.put(key, value);
            }
        }

        @Override
        public void scan(byte[] from, byte[] to, BiPredicate<byte[], byte[]> visitor) {
            NavigableMap<byte[], byte[]> range =
                    to == null ? entries.tailMap(from, true) : entries.subMap(from, true, to, false);
            for (Map.Entry<byte[], byte[]> entry : range.entrySet()) {
                if (!visitor.test(entry.getKey(), entry.getValue())) {
                    return;
                }
            }
        }
    }
}
