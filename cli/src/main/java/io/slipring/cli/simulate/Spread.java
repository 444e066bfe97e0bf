/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Ring;
import io.slipring.ring.Shard;

/**
 * How unevenly something is spread over the shards of a ring, relative to what each is due by its weight.
 *
 * @param maxOverMean the largest ratio of got to due; 1 is perfect
 * @param stddev standard deviation of that ratio; 0 is perfect
 */
record Spread(double maxOverMean, double stddev) {

    /**
     * Compares what the shards got with what they are due.
     *
     * @param got one value per shard, by ascending id; not all 0
     */
    static Spread of(Ring ring, double[] got) {
        double total = 0;
        double weights = 0;
        int active = 0;
        for (int i = 0; i < got.length; i++) {
            Shard shard = ring.shards().get(i);
            total += got[i];
            weights += shard.weight();
            active += shard.isDrained() ? 0 : 1;
        }
        double max = 0;
        double squares = 0;
        for (int i = 0; i < got.length; i++) {
            Shard shard = ring.shards().get(i);
            if (!shard.isDrained()) {
                double ratio = got[i] / (total * shard.weight() / weights);
                max = Math.max(max, ratio);
                squares += (ratio - 1) * (ratio - 1);
            }
        }
        return new Spread(max, Math.sqrt(squares / active));
    }
}
