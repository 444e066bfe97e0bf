/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.input.KeyedRow;
import io.slipring.cli.trial.Sample;
import io.slipring.cli.trial.Workload;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Random;

/** Random numbers for random keys, some of them hot, until it is stopped. Thread-safe. */
final class EndlessWorkload implements Workload {
    private static final int LEAST_NUMBER = -100_000;
    private static final int NUMBERS = 200_001;
    private static final int SCALE = 2;
    private static final double SKEW = 3;

    private final long seed;
    private final int keys;
    private volatile boolean stopped;

    EndlessWorkload(long seed, int keys) {
        this.seed = seed;
        this.keys = keys;
    }

    @Override
    public String describe() {
        return "random numbers over %,d keys".formatted(keys);
    }

    @Override
    public long records() {
        return Long.MAX_VALUE;
    }

    @Override
    public Optional<String> field() {
        return Optional.of(ChaosCluster.FIELD);
    }

    @Override
    public void forEach(SampleConsumer consumer) throws IOException, InterruptedException {
        Random random = new Random(seed);
        for (long line = 1; !stopped; line++) {
            String key = "key-" + (int) (keys * Math.pow(random.nextDouble(), SKEW));
            BigDecimal number = BigDecimal.valueOf(LEAST_NUMBER + random.nextInt(NUMBERS), SCALE);
            KeyedRow row = new KeyedRow(line, key, "{\"" + ChaosCluster.FIELD + "\":" + number + "}");
            consumer.accept(new Sample(row, Optional.of(number)));
        }
    }

    /** Makes it end after the present record. */
    void stop() {
        stopped = true;
    }
}
