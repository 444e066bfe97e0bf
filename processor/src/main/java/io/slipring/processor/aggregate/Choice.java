/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** Keeps the one of two values that comes first in an order, whichever is met first; with the form of what it keeps. */
final class Choice<T> extends OptionalFormat<T> {
    private final Comparator<? super T> order;

    Choice(String what, Comparator<? super T> order, Format<T> format) {
        super(what, format);
        this.order = order;
    }

    /** Breaks ties of records from one place, as a flatMap makes them, by their bytes. */
    static <V> Comparator<Positioned<V>> byBytes(Serde<V> serde) {
        return (left, right) -> left.value().equals(right.value())
                ? 0
                : Arrays.compareUnsigned(
                        serde.serializer().serialize(left.topic(), left.value()),
                        serde.serializer().serialize(right.topic(), right.value()));
    }

    Optional<T> add(Optional<T> chosen, T value) {
        return chosen.isPresent() && order.compare(chosen.get(), value) <= 0 ? chosen : Optional.of(value);
    }

    Optional<T> plus(Optional<T> left, Optional<T> right) {
        return right.isPresent() ? add(left, right.get()) : left;
    }
}
