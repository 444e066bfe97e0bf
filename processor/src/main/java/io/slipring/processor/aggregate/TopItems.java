/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;

/**
 * The most frequent items, by a sketch of Misra and Gries' kind (Anderson and others 2017, in the form of Apache DataSketches).
 * Exact while there are no more different items than counters; then each count is known to lie between two numbers.
 *
 * <p>Not thread-safe.
 */
public final class TopItems {
    private static final int MAX_COUNTERS = 1 << 20;

    private final ItemsSketch<String> sketch;

    /** What the sketches that this one was read from had taken off their counters, and counted without a counter. */
    private long takenOff;

    private long uncounted;

    private TopItems(ItemsSketch<String> sketch) {
        this.sketch = sketch;
    }

    /**
     * An item and how often it occurs.
     *
     * @param atLeast it occurs at least so often
     * @param atMost and at most so often
     */
    public record Item(String item, long atLeast, long atMost) {}

    /** The table for so many counters: the library fills three quarters of a power of two. */
    static int tableSize(int counters) {
        if (counters < 1 || counters > MAX_COUNTERS) {
            throw new IllegalArgumentException("counters must be 1 to " + MAX_COUNTERS + ", were " + counters);
        }
        int wanted = Math.max(8, (int) Math.ceil(counters / 0.75));
        return Integer.highestOneBit(wanted - 1) << 1;
    }

    static TopItems none(int counters) {
        return new TopItems(new ItemsSketch<>(tableSize(counters)));
    }

    /** The most frequent ones, the most frequent first and equally frequent ones by name; no more than so many. */
    public List<Item> top(int most) {
        return rows().limit(most).toList();
    }

    private Stream<Item> rows() {
        return Stream.of(sketch.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES))
                .map(row -> new Item(row.getItem(), row.getLowerBound(), row.getUpperBound() + takenOff))
                .sorted(Comparator.comparingLong(Item::atMost).reversed().thenComparing(Item::item));
    }

    /** By how much a count is off at most, and how often an item may occur that isn't listed at all; 0 if all are exact. */
    public long error() {
        return sketch.getMaximumError() + takenOff;
    }

    /** How many items were counted, with repetition; exact. */
    public long count() {
        return sketch.getStreamLength() + uncounted;
    }

    TopItems add(String item) {
        sketch.update(item);
        return this;
    }

    TopItems plus(TopItems other) {
        takenOff = Math.addExact(takenOff, other.takenOff);
        uncounted = Math.addExact(uncounted, other.uncounted);
        if (other.sketch.isEmpty()) {
            // The library leaves out one that lost all its items, with what it took off them.
            takenOff = Math.addExact(takenOff, other.sketch.getMaximumError());
            uncounted = Math.addExact(uncounted, other.sketch.getStreamLength());
        } else {
            sketch.merge(other.sketch);
        }
        return this;
    }

    /** Whether both may be over the same items: each one's bounds overlap. */
    boolean isNear(TopItems other) {
        return count() == other.count()
                && Stream.concat(rows(), other.rows())
                        .map(Item::item)
                        .allMatch(item -> sketch.getLowerBound(item) <= other.atMost(item)
                                && other.sketch.getLowerBound(item) <= atMost(item));
    }

    private long atMost(String item) {
        return sketch.getUpperBound(item) + takenOff;
    }

    @Override
    public String toString() {
        return top(10).toString();
    }

    /** Items and counters: the library's own form needs a JVM that it knows. */
    static Format<TopItems> format(int counters) {
        return new Format<>("sketch of top items", 1) {
            @Override
            void write(String topic, TopItems aggregate, ByteOut out) {
                List<Item> items = aggregate.rows().toList();
                out.unsigned(aggregate.error()).unsigned(aggregate.count()).unsigned(items.size());
                items.forEach(item -> out.text(item.item()).unsigned(item.atLeast()));
            }

            @Override
            TopItems read(String topic, ByteIn in) {
                TopItems aggregate = none(counters);
                aggregate.takenOff = in.natural();
                long count = in.natural();
                long counted = 0;
                for (int left = in.upTo(in.remaining(), "the number of items"); left > 0; left--) {
                    String item = in.text();
                    long times = in.natural();
                    counted = Math.addExact(counted, times);
                    if (times == 0 || counted > count) {
                        throw in.damaged("items are counted " + counted + " times, all " + count);
                    }
                    aggregate.sketch.update(item, times);
                }
                aggregate.uncounted = count - counted;
                return aggregate;
            }
        };
    }
}
