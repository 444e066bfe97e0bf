/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks that an aggregator is a commutative monoid, on generated data: all of {@link Law}. In any test framework:
 *
 * <pre>{@code
 * @Test
 * void total_anyPartsOfTheOrders_areAdded() {
 *     AggregatorLaws.of(new OrderTotal())
 *             .values(random -> new Order(random.nextInt(5), random.nextInt(-100, 100)))
 *             .check();
 * }
 * }</pre>
 *
 * <p>What breaks a law is cut down to the smallest counterexample: fewer values, then simpler ones (numbers and texts; others
 * with {@link #simpler}). The same seed makes the same data; {@code -Dlaws.cases=N} and {@code -Dlaws.seed=S} try more and
 * others. Not thread-safe.
 *
 * <p>It is here and not in the testkit, since a topology checks its aggregator by it too.
 */
public final class AggregatorLaws<V, A> {
    private static final int CASES = 200;
    private static final int MAX_VALUES = 6;
    private static final int MAX_PARTS = 4;
    private static final int SHRINKING_STEPS = 20_000;

    private final Aggregator<V, A> aggregator;
    private final List<Class<? extends RuntimeException>> refusals = new ArrayList<>();
    private @Nullable Function<SplittableRandom, ? extends V> values;
    private Function<V, List<V>> simpler = Simpler::than;
    private BiPredicate<A, A> same;
    private long seed = Long.getLong("laws.seed", 1);
    private int cases = Integer.getInteger("laws.cases", CASES);

    private AggregatorLaws(Aggregator<V, A> aggregator) {
        this.aggregator = aggregator;
        this.same = aggregator::same;
    }

    /** Starts a check; without values, only what holds of an aggregate over none is tried. */
    public static <V, A> AggregatorLaws<V, A> of(Aggregator<V, A> aggregator) {
        return new AggregatorLaws<>(aggregator);
    }

    /** Makes values at random. Take them of a narrow range, so that equal ones meet. */
    public AggregatorLaws<V, A> values(Function<SplittableRandom, ? extends V> generator) {
        this.values = generator;
        return this;
    }

    /** Takes values out of some samples; at least one. */
    public AggregatorLaws<V, A> samples(List<? extends V> samples) {
        List<V> all = List.copyOf(samples);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one sample");
        }
        return values(random -> all.get(random.nextInt(all.size())));
    }

    /** Says which simpler values may stand in a counterexample for one, the simplest first. */
    public AggregatorLaws<V, A> simpler(Function<V, List<V>> simpler) {
        this.simpler = simpler;
        return this;
    }

    /** Replaces the aggregator's own idea of two aggregates that are the same. */
    public AggregatorLaws<V, A> same(BiPredicate<A, A> same) {
        this.same = same;
        return this;
    }

    /** Allows an exception, such as that of an overflow: a case that ends so counts as kept. */
    public AggregatorLaws<V, A> refuses(Class<? extends RuntimeException> exception) {
        refusals.add(exception);
        return this;
    }

    /** Replaces the seed. */
    public AggregatorLaws<V, A> seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Replaces how many cases of each law are tried; each has up to 24 values. */
    public AggregatorLaws<V, A> cases(int cases) {
        this.cases = cases;
        return this;
    }

    /**
     * Checks all laws.
     *
     * @throws AssertionError that names the first law that is broken, with its smallest counterexample
     */
    public void check() {
        Optional<BrokenLawException> broken = broken();
        if (broken.isPresent()) {
            throw new AssertionError(broken.get().getMessage(), broken.get());
        }
    }

    /** The first law that is broken, as an exception to throw; empty if all are kept. */
    public Optional<BrokenLawException> broken() {
        LawTrial<V, A> trial = new LawTrial<>(aggregator, same, refusals);
        for (Law law : Law.values()) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < (values == null ? 1 : cases); i++) {
                List<List<V>> of =
                        values == null ? List.of(List.of(), List.of(), List.of()) : parts(law, random, values);
                if (trial.fault(law, of) != null) {
                    return Optional.of(failure(trial, law, shrunk(trial, law, of)));
                }
            }
        }
        return Optional.empty();
    }

    private List<List<V>> parts(Law law, SplittableRandom random, Function<SplittableRandom, ? extends V> generator) {
        List<List<V>> parts = new ArrayList<>();
        int count = switch (law) {
            case IDENTITY, FRESH_IDENTITY, SERDE -> 1;
            case COMMUTATIVITY, FOLD -> 2;
            case ASSOCIATIVITY -> 3;
            case PARTITION -> 1 + random.nextInt(MAX_PARTS);
        };
        for (int part = 0; part < count; part++) {
            int size = law == Law.FOLD && part == 1 ? 1 : random.nextInt(MAX_VALUES + 1);
            List<V> values = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                values.add(generator.apply(random));
            }
            parts.add(values);
        }
        return parts;
    }

    private List<List<V>> shrunk(LawTrial<V, A> trial, Law law, List<List<V>> of) {
        List<List<V>> smallest = of;
        int steps = SHRINKING_STEPS;
        boolean better = true;
        while (better && steps > 0) {
            better = false;
            for (List<List<V>> candidate : candidates(smallest)) {
                steps--;
                if (trial.fault(law, candidate) != null) {
                    smallest = candidate;
                    better = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** With a value less, then with a simpler one in its place: in all its places, and in one. */
    private List<List<List<V>>> candidates(List<List<V>> of) {
        List<List<List<V>>> candidates = new ArrayList<>();
        for (int part = 0; part < of.size(); part++) {
            for (int i = 0; i < of.get(part).size(); i++) {
                List<V> fewer = new ArrayList<>(of.get(part));
                fewer.remove(i);
                candidates.add(with(of, part, fewer));
            }
        }
        for (V value : of.stream().flatMap(List::stream).distinct().toList()) {
            for (V other : simpler.apply(value)) {
                candidates.add(of.stream()
                        .map(part -> part.stream()
                                .map(kept -> kept.equals(value) ? other : kept)
                                .toList())
                        .toList());
            }
        }
        for (int part = 0; part < of.size(); part++) {
            for (int i = 0; i < of.get(part).size(); i++) {
                for (V other : simpler.apply(of.get(part).get(i))) {
                    List<V> changed = new ArrayList<>(of.get(part));
                    changed.set(i, other);
                    candidates.add(with(of, part, changed));
                }
            }
        }
        return candidates;
    }

    private static <T> List<List<T>> with(List<List<T>> of, int part, List<T> values) {
        List<List<T>> changed = new ArrayList<>(of);
        changed.set(part, values);
        return changed;
    }

    private BrokenLawException failure(LawTrial<V, A> trial, Law law, List<List<V>> of) {
        List<String> named = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            String values = of.get(i).stream().map(LawTrial::text).collect(Collectors.joining(", ", "[", "]"));
            named.add((char) ('a' + i) + " over " + values);
        }
        return new BrokenLawException(
                law,
                "aggregator " + aggregator.describe() + " breaks the law '" + law + "': " + trial.fault(law, of)
                        + ", for " + String.join(", ", named) + " (seed " + seed + "); " + law.alternative());
    }
}
