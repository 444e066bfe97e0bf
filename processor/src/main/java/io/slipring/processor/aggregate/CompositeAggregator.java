/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;

/** Several aggregators as one. Either all take a value or none does. */
final class CompositeAggregator<V> implements Aggregator<V, Combined> {
    private final List<String> names;
    private final List<Aggregator<V, Object>> parts;

    CompositeAggregator(List<String> names, List<Aggregator<V, Object>> parts) {
        this.names = names;
        this.parts = parts;
    }

    @Override
    public Combined identity() {
        return new Combined(parts.stream().map(Aggregator::identity).toArray());
    }

    @Override
    public Combined fold(Combined combined, V value) {
        combined.whole();
        Object[] taken = new Object[parts.size()];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = take(parts.get(i), value);
        }
        return change(combined, i -> add(parts.get(i), combined.parts[i], taken[i]));
    }

    @Override
    public Combined merge(Combined left, Combined right) {
        left.whole();
        right.whole();
        return change(left, i -> parts.get(i).merge(left.parts[i], right.parts[i]));
    }

    /** What may refuse the value: what a built-in one takes out of it, or an aggregate over it alone. */
    private static <T> Object take(Aggregator<T, Object> part, T value) {
        return part instanceof Monoid<T, ?, Object> monoid ? monoid.take(value) : part.fold(part.identity(), value);
    }

    @SuppressWarnings("unchecked") // what this monoid took
    private static <T> Object add(Aggregator<T, Object> part, Object aggregate, Object taken) {
        return part instanceof Monoid<T, ?, Object> monoid
                ? ((Monoid<T, Object, Object>) monoid).add().apply(aggregate, taken)
                : part.merge(aggregate, taken);
    }

    private Combined change(Combined combined, IntFunction<Object> changed) {
        for (int i = 0; i < combined.parts.length; i++) {
            try {
                combined.parts[i] = changed.apply(i);
            } catch (RuntimeException e) {
                if (combined.parts.length > 1) {
                    combined.tear(names.get(i));
                }
                throw e;
            }
        }
        return combined;
    }

    boolean isBuiltIn() {
        return parts.stream().allMatch(Aggregators::isBuiltIn);
    }

    @Override
    public <W> Aggregator<W, Combined> on(Function<? super W, ? extends V> part) {
        return new CompositeAggregator<>(
                names, parts.stream().map(aggregator -> aggregator.<W>on(part)).toList());
    }

    @Override
    public boolean same(Combined left, Combined right) {
        return IntStream.range(0, parts.size()).allMatch(i -> parts.get(i).same(left.parts[i], right.parts[i]));
    }

    @Override
    public String describe() {
        return IntStream.range(0, parts.size())
                .mapToObj(i -> names.get(i).equals(parts.get(i).describe())
                        ? names.get(i)
                        : parts.get(i).describe() + " as " + names.get(i))
                .collect(Collectors.joining(", "));
    }

    /** Says which parts there are, in four bytes. */
    private int fingerprint() {
        CRC32C checksum = new CRC32C();
        names.forEach(name -> checksum.update((name + "\n").getBytes(StandardCharsets.UTF_8)));
        return (int) checksum.getValue();
    }

    @Override
    public Serde<Combined> serde() {
        int fingerprint = fingerprint();
        List<Serde<Object>> serdes = parts.stream().map(Aggregator::serde).toList();
        return new Format<Combined>("composite", 1) {
            @Override
            void write(String topic, Combined combined, ByteOut out) {
                combined.whole();
                out.fixed32(fingerprint);
                for (int i = 0; i < serdes.size(); i++) {
                    out.counted(serdes.get(i).serializer().serialize(topic, combined.parts[i]));
                }
            }

            @Override
            Combined read(String topic, ByteIn in) {
                if (in.fixed32() != fingerprint) {
                    throw new SerializationException("state of other aggregates than " + String.join(", ", names)
                            + "; they can't change over existing state: take another application.id");
                }
                Object[] read = new Object[serdes.size()];
                for (int i = 0; i < read.length; i++) {
                    read[i] = serdes.get(i).deserializer().deserialize(topic, in.counted());
                }
                return new Combined(read);
            }
        }.serde();
    }
}
