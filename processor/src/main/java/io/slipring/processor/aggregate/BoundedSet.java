/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.Serde;

/**
 * Different items of a key: all of them, or the least ones if there are more than a bound. Which those are does not depend on
 * the order of records, unlike the first ones that came.
 *
 * <p>Not thread-safe.
 *
 * @param <T> item; ordered consistently with equals
 */
public final class BoundedSet<T extends Comparable<? super T>> {
    private final TreeSet<T> items = new TreeSet<>();
    private int bound;
    private boolean complete = true;

    BoundedSet(int bound) {
        this.bound = bound;
    }

    /** The items, ascending; a copy. */
    public List<T> items() {
        return List.copyOf(items);
    }

    /** Whether these are all; otherwise there are greater ones. */
    public boolean isComplete() {
        return complete;
    }

    BoundedSet<T> add(T item) {
        items.add(item);
        return trimmed();
    }

    BoundedSet<T> plus(BoundedSet<T> other) {
        items.addAll(other.items);
        // Of what was cut by a smaller bound only so many are known to be the least.
        bound = Math.min(bound, other.bound);
        complete &= other.complete;
        return trimmed();
    }

    private BoundedSet<T> trimmed() {
        while (items.size() > bound) {
            items.pollLast();
            complete = false;
        }
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoundedSet<?> that && complete == that.complete && items.equals(that.items);
    }

    @Override
    public int hashCode() {
        return items.hashCode();
    }

    @Override
    public String toString() {
        return items + (complete ? "" : " and greater ones");
    }

    /** An incomplete set keeps its size as its bound, a complete one takes the reader's. */
    static <T extends Comparable<? super T>> Format<BoundedSet<T>> format(Serde<T> serde, int bound) {
        return new Format<>("set", 1) {
            @Override
            void write(String topic, BoundedSet<T> set, ByteOut out) {
                out.octet(set.complete ? 1 : 0).unsigned(set.items.size());
                set.items.forEach(item -> out.counted(serde.serializer().serialize(topic, item)));
            }

            @Override
            BoundedSet<T> read(String topic, ByteIn in) {
                boolean complete = in.upTo(1, "the mark of a complete set") == 1;
                int size = in.upTo(in.remaining(), "the size");
                BoundedSet<T> set = new BoundedSet<>(complete ? bound : Math.min(bound, size));
                set.complete = complete;
                for (int i = 0; i < size; i++) {
                    set.items.add(serde.deserializer().deserialize(topic, in.counted()));
                }
                if (set.items.size() != size || (size == 0 && !complete)) {
                    throw in.damaged("an item is there twice, or a set of none is incomplete");
                }
                return set.trimmed();
            }
        };
    }
}
