/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SplittingRouterTest {
    private static final int SHARDS = 8;
    private static final byte[] HOT = bytes("celebrity");
    private static final HotKeySettings SETTINGS =
            new HotKeySettings(true, false, Duration.ofSeconds(10), SplitRule.DEFAULT);

    private final Ring off = Rings.create("orders", SHARDS, Placements.balanced(), List.of("orders"));
    private final Random random = new Random(5);
    private long nanos = System.nanoTime();

    @Test
    void partition_off_isAlwaysTheOwners() {
        Ring listed = off.toBuilder().splits(List.of(over(HOT, 0, 1, 2))).build();
        SplittingRouter router = router(listed, 100);

        assertThat(partitions(router, HOT, 1_000)).containsExactly(off.partitionOf(HOT));
        assertThat(router.splits()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = SplitMode.class,
            names = {"DECLARED", "ADAPTIVE"})
    void partition_declaredKey_goesToItsShardsAndOthersToTheirOwners(SplitMode mode) {
        SplittingRouter router = router(
                off.toBuilder()
                        .splitMode(mode)
                        .splits(List.of(over(HOT, 1, 4, 6)))
                        .build(),
                100);

        assertThat(partitions(router, HOT, 1_000)).containsExactlyInAnyOrder(1, 4, 6);
        for (int i = 0; i < 1_000; i++) {
            byte[] key = bytes("key-" + i);
            assertThat(router.partition("orders", key, 10, SHARDS)).isEqualTo(off.partitionOf(key));
        }
        assertThat(router.owner("orders", HOT, SHARDS)).isEqualTo(off.partitionOf(HOT));
        assertThat(router.splitRecords()).isEqualTo(1_000);
    }

    @Test
    void partition_keysThatBeginAlike_areNeverTakenForEachOther() {
        List<byte[]> keys = List.of(
                bytes("a"),
                bytes("ab"),
                new byte[] {'a', 0},
                new byte[0],
                new byte[] {0},
                new byte[] {0, 0},
                new byte[] {(byte) 0xC3, 1},
                bytes("split/a"),
                new byte[] {-1, -1, -1, -1});
        List<SplitKey> splits = new ArrayList<>();
        for (int i = 0; i < keys.size(); i += 2) {
            splits.add(over(keys.get(i), i % SHARDS, (i + 3) % SHARDS));
        }

        for (int i = 0; i < keys.size(); i++) {
            SplittingRouter router = router(declared(splits), 1);
            Set<Integer> to = partitions(router, keys.get(i), 100);
            if (i % 2 == 0) {
                assertThat(to).containsExactlyInAnyOrder(i % SHARDS, (i + 3) % SHARDS);
            } else {
                assertThat(to).containsExactly(off.partitionOf(keys.get(i)));
            }
        }
    }

    @Test
    void find_millionRandomKeys_isEachKeysOwnSplit() {
        List<byte[]> keys = new ArrayList<>();
        Set<String> known = new HashSet<>();
        List<SplitKey> splits = new ArrayList<>();
        while (keys.size() < 1_000_000) {
            byte[] key = new byte[random.nextInt(12)];
            random.nextBytes(key);
            if (known.add(new String(key, StandardCharsets.ISO_8859_1))) {
                keys.add(key);
                if (keys.size() % 500 == 0) {
                    splits.add(over(key, splits.size() % SHARDS));
                }
            }
        }
        SplitTable table = SplitTable.of(declared(splits), List.of());

        for (int i = 0; i < keys.size(); i++) {
            Split split = table.find(Tokens.token(keys.get(i)), keys.get(i));
            if ((i + 1) % 500 == 0) {
                assertThat(split).isNotNull();
                assertThat(split.isOf(keys.get(i))).isTrue();
            } else {
                assertThat(split).isNull();
            }
        }
        assertThat(table.size()).isEqualTo(2_000);
    }

    @Test
    void find_twoKeysWithOneToken_areToldApartByTheirBytes() {
        SplitTable table = SplitTable.of(declared(List.of(over(HOT, 1, 2))), List.of());

        assertThat(table.find(Tokens.token(HOT), HOT)).isNotNull();
        assertThat(table.find(Tokens.token(HOT), bytes("another key with that token")))
                .isNull();
    }

    @Test
    void partition_splitKey_staysForABatchThenGoesWhereTheLoadIsLeast() {
        SplittingRouter router = router(declared(List.of(over(HOT, 0, 1, 2, 3))), 1_000);
        int[] counts = new int[SHARDS];
        int changes = 0;
        int last = -1;
        for (int i = 0; i < 10_000; i++) {
            int partition = router.partition("orders", HOT, 100 - HOT.length, SHARDS);
            counts[partition]++;
            changes += partition == last ? 0 : 1;
            last = partition;
        }

        assertThat(changes).isEqualTo(1_000);
        assertThat(Arrays.copyOf(counts, 4)).containsOnly(2_500);
    }

    @Test
    void partition_oneShardIsBusy_splitKeyKeepsAway() {
        Ring ring = declared(List.of(over(HOT, 0, 1, 2, 3)));
        SplittingRouter router = router(ring, 1_000);
        byte[] other = keyOf(ring, 2);
        int[] counts = new int[SHARDS];
        for (int i = 0; i < 30_000; i++) {
            counts[router.partition("orders", i % 3 == 0 ? other : HOT, 100, SHARDS)]++;
        }

        assertThat(counts[2]).isCloseTo(10_000, within(50));
        assertThat(counts[0]).isCloseTo(6_667, within(50));
    }

    @Test
    void partition_heavierShard_getsMoreOfASplitKey() {
        Ring weighted = RingChange.on(off)
                .setWeight(new ShardId(2), 3)
                .splitMode(SplitMode.DECLARED)
                .splits(List.of(over(HOT, 1, 2)))
                .next();
        SplittingRouter router = router(weighted, 100);
        int[] counts = new int[SHARDS];
        for (int i = 0; i < 8_000; i++) {
            counts[router.partition("orders", HOT, 91, SHARDS)]++;
        }

        assertThat(counts[2]).isCloseTo(6_000, within(10));
    }

    @Test
    void partition_topicTooSmallForTheNewestRing_splitsByTheOlderOne() {
        Ring four = Rings.create("orders", 4, Placements.balanced(), List.of("orders"));
        Ring older = four.toBuilder()
                .splitMode(SplitMode.DECLARED)
                .splits(List.of(over(HOT, 0, 3)))
                .build();
        Ring newer = RingChange.on(older)
                .addShards(1)
                .splits(List.of(over(HOT, 2, 4)))
                .next();
        SettableRingSource source = RingSources.fixed(older);
        SplittingRouter router = new SplittingRouter(source, SETTINGS, 10, random::nextInt);
        source.publish(newer);

        assertThat(partitions(router, HOT, 4, 100)).containsExactlyInAnyOrder(0, 3);
        assertThat(partitions(router, HOT, 5, 100)).containsExactlyInAnyOrder(2, 4);
    }

    @Test
    void partition_adaptive_spreadsAHotKeyOverItsSuccessorsAndJoinsItAgain() {
        SplittingRouter router = router(adaptive(), 1_000);
        for (int i = 0; i < 2; i++) {
            assertThat(window(router, 0.5)).containsExactly(off.partitionOf(HOT));
        }
        Set<Integer> successors = off.successors(Tokens.vnode(HOT), SHARDS, false).stream()
                .map(Shard::partition)
                .collect(Collectors.toSet());

        assertThat(window(router, 0.5)).isEqualTo(successors);
        assertThat(router.splits()).isEqualTo(1);

        for (int i = 0; i < 13; i++) {
            window(router, 0.001);
        }
        assertThat(window(router, 0.001)).containsExactly(off.partitionOf(HOT));
        assertThat(router.splits()).isZero();
    }

    @Test
    void partition_modeTurnedOff_joinsEveryKeyAtOnce() {
        Ring ring = adaptive();
        SettableRingSource source = RingSources.fixed(ring);
        SplittingRouter router = new SplittingRouter(source, SETTINGS, 100, random::nextInt);
        for (int i = 0; i < 3; i++) {
            window(router, 0.5);
        }
        assertThat(partitions(router, HOT, 1_000)).hasSizeGreaterThan(1);

        source.publish(RingChange.on(ring).splitMode(SplitMode.OFF).next());

        assertThat(partitions(router, HOT, 1_000)).containsExactly(off.partitionOf(HOT));
    }

    @Test
    void partition_offButHot_isFoundAndNotSplit() {
        SplittingRouter router = router(off, 1_000);
        for (int i = 0; i < 3; i++) {
            assertThat(window(router, 0.5)).containsExactly(off.partitionOf(HOT));
        }

        assertThat(router.hotKeys().hot())
                .singleElement()
                .satisfies(hot -> assertThat(hot.key()).isEqualTo(HOT));
    }

    @Test
    void partition_fromManyThreads_countsEveryRecordAndStaysOnTheSplit() throws Exception {
        SplittingRouter router = router(declared(List.of(over(HOT, 1, 4, 6))), 500);
        ExecutorService threads = Executors.newFixedThreadPool(24);
        List<Callable<Set<Integer>>> senders = IntStream.range(0, 48)
                .<Callable<Set<Integer>>>mapToObj(n -> () -> partitions(router, HOT, 10_000))
                .toList();

        for (Future<Set<Integer>> result : threads.invokeAll(senders)) {
            assertThat(result.get()).isSubsetOf(1, 4, 6);
        }

        threads.shutdownNow();
        assertThat(IntStream.range(0, SHARDS).mapToLong(router.load()::records).sum())
                .isEqualTo(480_000);
        assertThat(router.splitRecords()).isEqualTo(480_000);
        assertThat(router.load().records(1)).isCloseTo(160_000, within(8_000L));
    }

    @Test
    void partition_manyRecords_allocatesNothing() {
        SplittingRouter router = router(declared(List.of(over(HOT, 1, 4, 6))), 1_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int sum = records(router, 200_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        sum += records(router, 1_000_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(sum).isPositive();
        assertThat(allocated).as("bytes for 1,000,000 records").isLessThan(100_000);
    }

    private static int records(SplittingRouter router, int records) {
        byte[] other = bytes("another");
        int sum = 0;
        for (int i = 0; i < records; i++) {
            sum += router.partition("orders", i % 3 == 0 ? HOT : other, 100, SHARDS);
        }
        return sum;
    }

    /** One detection window in which the hot key has a share; returns where it went. */
    private Set<Integer> window(SplittingRouter router, double share) {
        Set<Integer> to = new HashSet<>();
        router.tick(nanos);
        for (int tick = 0; tick < 100; tick++) {
            for (int i = 0; i < 1_000; i++) {
                if (random.nextDouble() < share) {
                    to.add(router.partition("orders", HOT, 100, SHARDS));
                } else {
                    router.partition("orders", bytes("key-" + random.nextInt(50_000)), 100, SHARDS);
                }
            }
            nanos += Duration.ofSeconds(10).toNanos() / 100;
            router.tick(nanos);
        }
        return to;
    }

    private SplittingRouter router(Ring ring, int runBytes) {
        return new SplittingRouter(RingSources.fixed(ring), SETTINGS, runBytes, random::nextInt);
    }

    private Ring adaptive() {
        return off.toBuilder().splitMode(SplitMode.ADAPTIVE).build();
    }

    private Ring declared(List<SplitKey> splits) {
        return off.toBuilder().splitMode(SplitMode.DECLARED).splits(splits).build();
    }

    private static byte[] keyOf(Ring ring, int partition) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> bytes("key-" + i))
                .filter(key -> ring.partitionOf(key) == partition)
                .findFirst()
                .orElseThrow();
    }

    private static Set<Integer> partitions(SplittingRouter router, byte[] key, int records) {
        return partitions(router, key, SHARDS, records);
    }

    private static Set<Integer> partitions(SplittingRouter router, byte[] key, int partitions, int records) {
        Set<Integer> to = new HashSet<>();
        for (int i = 0; i < records; i++) {
            to.add(router.partition("orders", key, 20, partitions));
        }
        return to;
    }

    private static SplitKey over(byte[] key, int... shards) {
        return new SplitKey(key, Arrays.stream(shards).mapToObj(ShardId::new).toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
