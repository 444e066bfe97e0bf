/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** The binary form of an aggregate: a byte that says its version, then a body without loose ends. */
abstract class Format<A> {
    private final String what;
    private final int version;

    /**
     * Names the form.
     *
     * @param what for messages
     * @param version 1 to 127; another one is refused when read
     */
    Format(String what, int version) {
        this.what = what;
        this.version = version;
    }

    /** Writes the body; the topic is for serdes of values inside. */
    abstract void write(String topic, A aggregate, ByteOut out);

    /**
     * Reads the body.
     *
     * @throws SerializationException if it is damaged
     */
    abstract A read(String topic, ByteIn in);

    final Serde<A> serde() {
        Serializer<A> serializer = (topic, aggregate) -> {
            ByteOut out = new ByteOut().octet(version);
            write(topic, aggregate, out);
            return out.toBytes();
        };
        Deserializer<A> deserializer = (topic, bytes) -> {
            ByteIn in = new ByteIn(what, bytes);
            int found = in.octet();
            if (found != version) {
                throw new SerializationException(what + " of unknown format " + found + ", expected " + version
                        + "; was it written by a newer release?");
            }
            try {
                A aggregate = read(topic, in);
                in.end();
                return aggregate;
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new SerializationException(
                        "damaged " + what + " of " + bytes.length + " bytes: " + e.getMessage(), e);
            }
        };
        return Serdes.serdeFrom(serializer, deserializer);
    }
}
