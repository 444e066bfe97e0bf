/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Makes scalars of what Avro, or a serde of the user's, has read. */
final class AvroScalars {
    private static final Conversions.DecimalConversion DECIMALS = new Conversions.DecimalConversion();

    private AvroScalars() {}

    /**
     * The scalar of a field.
     *
     * @param schema of the field; null if there is none
     * @throws SerializationException if it is not what is wanted
     */
    static Scalar of(@Nullable Object datum, @Nullable Schema schema, Wanted wanted) {
        try {
            return scalar(datum, schema, wanted.as());
        } catch (SerializationException e) {
            throw new SerializationException("field '" + wanted.name() + "': " + e.getMessage());
        }
    }

    private static Scalar scalar(@Nullable Object datum, @Nullable Schema schema, Wanted.As as) {
        if (datum instanceof Long || datum instanceof Integer) {
            return Scalar.of(((Number) datum).longValue());
        }
        if (datum instanceof Double || datum instanceof Float) {
            if (!Double.isFinite(((Number) datum).doubleValue())) {
                throw new SerializationException("a finite number was expected");
            }
            return Scalar.of(datum.toString(), false, as);
        }
        if (datum instanceof CharSequence || datum instanceof GenericEnumSymbol || datum instanceof Enum) {
            return Scalar.of(datum.toString(), true, as);
        }
        if (datum instanceof BigDecimal || datum instanceof BigInteger) {
            return Scalar.of(datum.toString(), false, as);
        }
        if (datum instanceof Boolean && as == Wanted.As.TEXT) {
            return Scalar.of(datum.toString(), false, as);
        }
        if ((datum instanceof ByteBuffer || datum instanceof GenericFixed) && schema != null) {
            return decimal(datum, schema, as);
        }
        throw new SerializationException(
                (as == Wanted.As.TEXT ? "text, a number, true or false" : "a number, or text that holds one")
                        + " was expected, it is " + (datum == null ? "null" : kind(datum)));
    }

    private static String kind(Object datum) {
        return datum instanceof Boolean ? "a boolean" : "a " + datum.getClass().getSimpleName();
    }

    private static Scalar decimal(Object datum, Schema schema, Wanted.As as) {
        Schema type = schema.isUnion() ? schema.getTypes().get(GenericData.get().resolveUnion(schema, datum)) : schema;
        if (!(type.getLogicalType() instanceof LogicalTypes.Decimal decimal)) {
            throw new SerializationException("bytes are a number only with the logical type decimal");
        }
        BigDecimal number = datum instanceof ByteBuffer bytes
                ? DECIMALS.fromBytes(bytes, type, decimal)
                : DECIMALS.fromFixed((GenericFixed) datum, type, decimal);
        return Scalar.of(number.toString(), false, as);
    }
}
