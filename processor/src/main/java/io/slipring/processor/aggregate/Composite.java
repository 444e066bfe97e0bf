/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects aggregators over the same values into one.
 *
 * <pre>{@code
 * Composite<Flight> flights = Aggregators.composite();
 * Part<Long> count = flights.part("count", Aggregators.count());
 * Part<Mean> delay = flights.part("delay", Aggregators.mean(Flight::delay));
 * Aggregator<Flight, Combined> aggregator = flights.build();
 * ...
 * delay.of(update.value()).value();
 * }</pre>
 *
 * <p>Names and order of the parts are a part of the state's form: state of other parts is refused, since a part that was
 * added later would lack the records before it. Not thread-safe.
 */
public final class Composite<V> {
    private final Map<String, Aggregator<V, Object>> parts = new LinkedHashMap<>();

    Composite() {}

    /**
     * Adds a part.
     *
     * @param name names it in the state; different from the others
     */
    @SuppressWarnings("unchecked") // it only takes values, and only its own aggregates come back to it
    public <A> Part<A> part(String name, Aggregator<? super V, A> aggregator) {
        Aggregator<V, Object> untyped = (Aggregator<V, Object>) (Aggregator<?, ?>) aggregator;
        if (parts.putIfAbsent(name, untyped) != null) {
            throw new IllegalArgumentException("names of parts must differ, '" + name + "' is there twice");
        }
        return new Part<>(parts.size() - 1, name);
    }

    /**
     * Makes the aggregator of the parts so far.
     *
     * @throws IllegalStateException if there are none
     */
    public Aggregator<V, Combined> build() {
        if (parts.isEmpty()) {
            throw new IllegalStateException("Cannot combine no aggregators: add a part");
        }
        return new CompositeAggregator<>(List.copyOf(parts.keySet()), List.copyOf(parts.values()));
    }
}
