/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Runs a stream through a scheme and counts what each partition gets. Time is made: a window has a number of records. */
final class Placing {
    /** Length of a detection window in made time. */
    static final long WINDOW_NANOS = 10_000_000_000L;

    private static final int TICKS_PER_WINDOW = 200;

    /** A task of an application flushes a hundred times in a detection window, as with the defaults (100 ms and 10 s). */
    private static final int FLUSHES_PER_WINDOW = 100;

    private Placing() {}

    /**
     * Places all of a stream.
     *
     * @param windowRecords how many records a detection window has
     * @return an outcome per window, the last one possibly of a shorter window
     */
    static List<Outcome> run(SkewStream stream, Scheme scheme, int partitions, int windowRecords) {
        Random dealer = new Random(7);
        List<Outcome> outcomes = new ArrayList<>();
        Outcome outcome = new Outcome(partitions);
        int ticks = Math.max(1, windowRecords / TICKS_PER_WINDOW);
        int flush = Math.max(1, windowRecords / FLUSHES_PER_WINDOW);
        Set<Long> touched = new HashSet<>();
        Set<Integer> keys = new HashSet<>();
        scheme.tick(0);
        for (int i = 0; i < stream.records(); i++) {
            int size = stream.valueBytes(i);
            int partition = scheme.partition(dealer.nextInt(Schemes.PRODUCERS), stream.key(i), size);
            outcome.count(partition, stream.key(i).length + size);
            keys.add(stream.keyIndex(i));
            touched.add(((long) stream.keyIndex(i) << 16) | partition);
            boolean last = i + 1 == stream.records();
            if ((i + 1) % flush == 0 || last) {
                outcome.partials(touched.size() - keys.size());
                touched.clear();
                keys.clear();
            }
            if ((i + 1) % ticks == 0) {
                scheme.tick((i + 1L) * WINDOW_NANOS / windowRecords);
            }
            if ((i + 1) % windowRecords == 0 || last) {
                outcomes.add(outcome);
                outcome = new Outcome(partitions);
            }
        }
        return outcomes;
    }
}
