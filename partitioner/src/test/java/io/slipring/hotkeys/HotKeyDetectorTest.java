/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.slipring.ring.Tokens;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HotKeyDetectorTest {
    private static final int SHARDS = 16;
    private static final int TICKS = 500;
    private static final int RANKS = 20_000;

    private final Random random = new Random(11);
    private final HotKeyDetector detector =
            new HotKeyDetector(Duration.ofSeconds(10), SplitRule.DEFAULT, random::nextInt);
    private long nanos;
    private int untilSample;

    @ParameterizedTest
    @CsvSource({"1.0, 16", "1.2, 16", "1.5, 16", "2.0, 16", "1.0, 64", "1.2, 64", "1.5, 64", "2.0, 64"})
    void windows_zipf_findKeysOverTwiceTheThresholdAndTheirShares(double exponent, int shards) {
        double threshold = SplitRule.DEFAULT.threshold(shards);
        double[] cumulative = zipf(exponent);
        int wanted = 0;
        int found = 0;
        for (int run = 0; run < 5; run++) {
            HotKeyDetector fresh = new HotKeyDetector(Duration.ofSeconds(10), SplitRule.DEFAULT, random::nextInt);
            for (int window = 0; window < 3; window++) {
                window(fresh, 1_000_000, shards, () -> draw(cumulative));
            }
            Map<String, HotKey> hot = new HashMap<>();
            fresh.last().hot().forEach(key -> hot.put(text(key), key));
            for (int rank = 0; share(cumulative, rank) > 2 * threshold; rank++) {
                wanted++;
                HotKey key = hot.get("key-" + rank);
                if (key != null) {
                    found++;
                    assertThat(key.share())
                            .as("share of rank %d", rank)
                            .isLessThanOrEqualTo(1.1 * share(cumulative, rank));
                    assertThat(Math.abs(key.share() - share(cumulative, rank)))
                            .as("error of rank %d", rank)
                            .isLessThanOrEqualTo(2 * key.error());
                }
            }
        }
        assertThat((double) found / wanted).as("found of %d", wanted).isGreaterThanOrEqualTo(0.99);
    }

    @Test
    void windows_keyTurnsHot_isSplitAfterTwo() {
        window(detector, 100_000, SHARDS, () -> random.nextInt(RANKS));
        assertThat(detector.last().hot()).isEmpty();

        window(detector, 100_000, SHARDS, this::half);
        assertThat(detector.last().hot()).isEmpty(); // its bytes are not known yet
        window(detector, 100_000, SHARDS, this::half);

        assertThat(detector.last().hot()).singleElement().satisfies(hot -> {
            assertThat(text(hot)).isEqualTo("key-7");
            assertThat(hot.ways()).isEqualTo(SHARDS);
            assertThat(hot.share()).isBetween(0.45, 0.55);
        });
    }

    @Test
    void windows_keyTurnsCold_isJoinedAfterTen() {
        for (int i = 0; i < 3; i++) {
            window(detector, 100_000, SHARDS, this::half);
        }
        int windows = 0;
        while (!detector.last().hot().isEmpty()) {
            assertThat(detector.last().hot().get(0).ways()).isEqualTo(SHARDS);
            window(detector, 100_000, SHARDS, () -> random.nextInt(RANKS));
            windows++;
        }

        // It takes three windows for a share of a half to be forgotten to below half of what all shards are for.
        assertThat(windows).isEqualTo(HotKeyTracker.SHRINK_AFTER + 3);
    }

    @Test
    void tick_fewSamples_waitsForMore() {
        window(detector, 1_000, SHARDS, this::half);
        window(detector, 1_000, SHARDS, this::half);

        assertThat(detector.last().number()).isZero();
    }

    @Test
    void tick_otherNumberOfShards_beginsANewWindow() {
        window(detector, 100_000, SHARDS, this::half);
        long windows = detector.last().number();
        send(detector, 50_000, this::half);

        assertThat(detector.tick(nanos + Duration.ofSeconds(20).toNanos(), SHARDS + 1))
                .isFalse();
        assertThat(detector.last().number()).isEqualTo(windows);
    }

    @Test
    void sample_periodicStream_seesEveryKey() {
        int[] next = {0};
        for (int i = 0; i < 3; i++) {
            window(detector, 320_000, SHARDS, () -> next[0]++ % 16);
        }

        assertThat(detector.last().hot())
                .hasSize(16)
                .allSatisfy(hot -> assertThat(hot.share()).isBetween(0.05, 0.075));
    }

    @Test
    void sample_manyRecords_allocatesNothing() {
        byte[] key = key(7);
        long token = Tokens.token(key);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int sum = samples(token, key, 100_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        sum += samples(token, key, 1_000_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(sum).isPositive();
        assertThat(allocated).as("bytes for 1,000,000 samples").isLessThan(100_000);
    }

    private int samples(long token, byte[] key, int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += detector.sample(token, key) & 1;
        }
        return sum;
    }

    private int half() {
        return random.nextBoolean() ? 7 : random.nextInt(RANKS);
    }

    private void window(HotKeyDetector of, int records, int shards, IntSupplier ranks) {
        of.tick(nanos, shards);
        for (int tick = 0; tick < TICKS; tick++) {
            send(of, records / TICKS, ranks);
            nanos += Duration.ofSeconds(10).toNanos() / TICKS;
            of.tick(nanos, shards);
        }
    }

    private void send(HotKeyDetector of, int records, IntSupplier ranks) {
        for (int i = 0; i < records; i++) {
            int rank = ranks.getAsInt();
            if (--untilSample < 0) {
                byte[] key = key(rank);
                untilSample = of.sample(Tokens.token(key), key) - 1;
            }
        }
    }

    private int draw(double[] cumulative) {
        int at = Arrays.binarySearch(cumulative, random.nextDouble());
        return Math.min(RANKS - 1, at >= 0 ? at + 1 : -at - 1);
    }

    private static double[] zipf(double exponent) {
        double[] weights = IntStream.range(0, RANKS)
                .mapToDouble(rank -> Math.pow(rank + 1, -exponent))
                .toArray();
        double all = Arrays.stream(weights).sum();
        List<Double> cumulative = new ArrayList<>();
        double sum = 0;
        for (double weight : weights) {
            sum += weight / all;
            cumulative.add(sum);
        }
        return cumulative.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double share(double[] cumulative, int rank) {
        return cumulative[rank] - (rank == 0 ? 0 : cumulative[rank - 1]);
    }

    private static byte[] key(int rank) {
        return ("key-" + rank).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(HotKey hot) {
        return new String(hot.key(), StandardCharsets.UTF_8);
    }
}
