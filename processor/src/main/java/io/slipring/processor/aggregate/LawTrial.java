/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Tries a law on aggregates, each given by the values to fold. An aggregate is folded anew for each use, since merging may
 * change it.
 */
final class LawTrial<V, A> {
    private static final String TOPIC = "aggregator-laws";

    private final Aggregator<V, A> aggregator;
    private final BiPredicate<A, A> same;
    private final Serde<A> serde;
    private final List<Class<? extends RuntimeException>> refusals;

    LawTrial(Aggregator<V, A> aggregator, BiPredicate<A, A> same, List<Class<? extends RuntimeException>> refusals) {
        this.aggregator = aggregator;
        this.same = same;
        this.serde = aggregator.serde();
        this.refusals = refusals;
    }

    /** Returns what is wrong, or null; an exception is wrong unless the aggregator may refuse values by it. */
    @Nullable
    String fault(Law law, List<List<V>> of) {
        try {
            return switch (law) {
                case IDENTITY -> identity(of.get(0));
                case FRESH_IDENTITY -> freshIdentity(of.get(0));
                case COMMUTATIVITY ->
                    differ(
                            "merge(a, b)",
                            aggregator.merge(folded(of.get(0)), folded(of.get(1))),
                            "merge(b, a)",
                            aggregator.merge(folded(of.get(1)), folded(of.get(0))));
                case ASSOCIATIVITY ->
                    differ(
                            "merge(merge(a, b), c)",
                            aggregator.merge(aggregator.merge(folded(of.get(0)), folded(of.get(1))), folded(of.get(2))),
                            "merge(a, merge(b, c))",
                            aggregator.merge(
                                    folded(of.get(0)), aggregator.merge(folded(of.get(1)), folded(of.get(2)))));
                case FOLD -> fold(of.get(0), of.get(1));
                case SERDE -> serde(of.get(0));
                case PARTITION ->
                    differ("folded in one place", folded(alternating(of)), "merged from the parts", merged(of));
            };
        } catch (RuntimeException e) {
            return refusals.stream().anyMatch(refusal -> refusal.isInstance(e)) ? null : "threw " + e;
        }
    }

    private @Nullable String identity(List<V> a) {
        String right =
                differ("merge(a, identity())", aggregator.merge(folded(a), aggregator.identity()), "a", folded(a));
        return right != null
                ? right
                : differ("merge(identity(), a)", aggregator.merge(aggregator.identity(), folded(a)), "a", folded(a));
    }

    private @Nullable String freshIdentity(List<V> a) {
        A before = reread(aggregator.identity());
        A unused = folded(a);
        return differ("identity() before folding a", before, "identity() after it", aggregator.identity());
    }

    private @Nullable String fold(List<V> a, List<V> one) {
        if (one.size() != 1) {
            return null;
        }
        V value = one.get(0);
        return differ(
                "fold(a, b's value)",
                aggregator.fold(folded(a), value),
                "merge(a, fold(identity(), b's value))",
                aggregator.merge(folded(a), aggregator.fold(aggregator.identity(), value)));
    }

    private @Nullable String serde(List<V> a) {
        A original = folded(a);
        A read = reread(original);
        if (same.test(read, original)) {
            return null;
        }
        // Without an equality of its own an aggregate can be told from another one only by its bytes.
        return comparable(original) || !sameBytes(read, original)
                ? shown("read back", read, "written", original)
                : null;
    }

    private @Nullable String differ(String leftName, A left, String rightName, A right) {
        return same.test(left, right) || sameBytes(left, right) ? null : shown(leftName, left, rightName, right);
    }

    private String shown(String leftName, A left, String rightName, A right) {
        return leftName + " is " + text(left) + ", " + rightName + " is " + text(right);
    }

    private A folded(List<V> values) {
        A aggregate = aggregator.identity();
        for (V value : values) {
            aggregate = aggregator.fold(aggregate, value);
        }
        return aggregate;
    }

    private A merged(List<List<V>> parts) {
        A all = aggregator.identity();
        for (List<V> part : parts) {
            all = aggregator.merge(all, reread(folded(part)));
        }
        return all;
    }

    /** The values as they came before they were parted: one of each part in turn. */
    private static <T> List<T> alternating(List<List<T>> parts) {
        List<T> all = new ArrayList<>();
        int longest = parts.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (List<T> part : parts) {
                if (i < part.size()) {
                    all.add(part.get(i));
                }
            }
        }
        return all;
    }

    private A reread(A aggregate) {
        return serde.deserializer().deserialize(TOPIC, bytes(aggregate));
    }

    private byte[] bytes(A aggregate) {
        byte[] bytes = serde.serializer().serialize(TOPIC, aggregate);
        if (bytes == null) {
            throw new IllegalStateException("the serde must not write an aggregate as null");
        }
        return bytes;
    }

    private boolean sameBytes(A left, A right) {
        return Arrays.equals(bytes(left), bytes(right));
    }

    private static boolean comparable(Object aggregate) {
        try {
            return aggregate.getClass().isArray()
                    || aggregate.getClass().getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every class has an equals", e);
        }
    }

    static String text(@Nullable Object value) {
        String wrapped = Arrays.deepToString(new Object[] {value});
        return wrapped.substring(1, wrapped.length() - 1);
    }
}
