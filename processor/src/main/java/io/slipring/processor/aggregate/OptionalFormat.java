/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** A value or none: nothing, or a mark and the value's form. */
class OptionalFormat<T> extends Format<Optional<T>> {
    private static final int PRESENT = 1;

    private final Format<T> format;

    OptionalFormat(String what, Format<T> format) {
        super(what, 1);
        this.format = format;
    }

    /** Values in the form that their own serde gives them. */
    static <T> Format<T> plain(String what, Serde<T> serde) {
        return new Format<>(what, 1) {
            @Override
            void write(String topic, T value, ByteOut out) {
                out.raw(serde.serializer().serialize(topic, value));
            }

            @Override
            T read(String topic, ByteIn in) {
                return serde.deserializer().deserialize(topic, in.rest());
            }
        };
    }

    /** Values behind their positions. */
    static <V> Format<Positioned<V>> positioned(String what, Serde<V> serde) {
        return new Format<>(what, 1) {
            @Override
            void write(String topic, Positioned<V> value, ByteOut out) {
                out.signed(value.timestamp())
                        .text(value.topic())
                        .signed(value.partition())
                        .signed(value.offset())
                        .raw(serde.serializer().serialize(topic, value.value()));
            }

            @Override
            Positioned<V> read(String topic, ByteIn in) {
                long timestamp = in.signed();
                String source = in.text();
                int partition = Math.toIntExact(in.signed());
                long offset = in.signed();
                return new Positioned<>(
                        serde.deserializer().deserialize(topic, in.rest()), timestamp, source, partition, offset);
            }
        };
    }

    @Override
    void write(String topic, Optional<T> chosen, ByteOut out) {
        chosen.ifPresent(value -> format.write(topic, value, out.octet(PRESENT)));
    }

    @Override
    Optional<T> read(String topic, ByteIn in) {
        if (in.remaining() == 0) {
            return Optional.empty();
        }
        if (in.octet() != PRESENT) {
            throw in.damaged("a mark of 1 must stand before the value");
        }
        return Optional.of(format.read(topic, in));
    }
}
