/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Makes Avro values of JSON. Numbers may be text, as the cells of a CSV file are; an empty text is null where a union has null
 * and no string; bytes are Base64. Stateless.
 */
public final class JsonToAvro {
    private static final Conversions.DecimalConversion DECIMALS = new Conversions.DecimalConversion();

    private JsonToAvro() {}

    /**
     * The value of a schema that JSON stands for.
     *
     * @throws SerializationException if it stands for none; names the field, not the value
     */
    public static @Nullable Object value(JsonNode json, Schema schema) {
        try {
            return switch (schema.getType()) {
                case RECORD -> record(json, schema);
                case UNION -> branch(json, schema);
                case ARRAY -> array(json, schema);
                case MAP -> map(json, schema);
                case NULL -> {
                    require(json.isNull(), "null");
                    yield null;
                }
                case BOOLEAN -> {
                    boolean told = json.isBoolean()
                            || (json.isTextual() && json.textValue().matches("true|false"));
                    require(told, "true or false");
                    yield Boolean.valueOf(json.asText());
                }
                case INT -> number(json).intValueExact();
                case LONG -> number(json).longValueExact();
                case FLOAT -> finite(number(json).floatValue());
                case DOUBLE -> finite(number(json).doubleValue());
                case STRING -> {
                    require(json.isValueNode() && !json.isNull(), "text");
                    yield json.asText();
                }
                case ENUM -> {
                    require(json.isTextual() && schema.hasEnumSymbol(json.textValue()), "one of the enum's symbols");
                    yield new GenericData.EnumSymbol(schema, json.textValue());
                }
                case BYTES -> bytes(json, schema);
                case FIXED -> fixed(json, schema);
            };
        } catch (ArithmeticException e) {
            throw new SerializationException(
                    "a number within " + schema.getType().getName() + " was expected");
        }
    }

    private static void require(boolean met, String expected) {
        if (!met) {
            throw new SerializationException(expected + " was expected");
        }
    }

    private static BigDecimal number(JsonNode json) {
        require(json.isNumber() || json.isTextual(), "a number");
        String text = json.asText().strip();
        require(text.length() <= 400, "a number of up to 400 characters");
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new SerializationException("a number was expected");
        }
    }

    private static double finite(double number) {
        require(Double.isFinite(number), "a number within double");
        return number;
    }

    private static float finite(float number) {
        require(Float.isFinite(number), "a number within float");
        return number;
    }

    private static GenericData.Record record(JsonNode json, Schema schema) {
        require(json.isObject(), "an object");
        GenericData.Record record = new GenericData.Record(schema);
        Set<String> left = new HashSet<>();
        json.fieldNames().forEachRemaining(left::add);
        for (Schema.Field field : schema.getFields()) {
            String name = field.name();
            if (!json.has(name)) {
                name = field.aliases().stream().filter(json::has).findFirst().orElse(name);
            }
            JsonNode given = json.get(name);
            if (given == null && !field.hasDefaultValue()) {
                throw new SerializationException("there is no '" + field.name() + "', and the schema has no default");
            }
            try {
                record.put(
                        field.pos(),
                        given == null ? GenericData.get().getDefaultValue(field) : value(given, field.schema()));
            } catch (SerializationException e) {
                throw new SerializationException("'" + field.name() + "': " + e.getMessage(), e);
            }
            left.remove(name);
        }
        if (!left.isEmpty()) {
            throw new SerializationException(
                    "the schema has no '" + left.iterator().next() + "'");
        }
        return record;
    }

    private static @Nullable Object branch(JsonNode json, Schema union) {
        boolean text = union.getTypes().stream().anyMatch(type -> type.getType() == Schema.Type.STRING);
        boolean empty = json.isNull() || (json.isTextual() && json.textValue().isEmpty() && !text);
        if (empty && union.isNullable()) {
            return null;
        }
        if (json.isTextual() && text) {
            return json.textValue();
        }
        SerializationException last = new SerializationException("a value of one of the union's types was expected");
        for (Schema type : union.getTypes()) {
            if (type.getType() != Schema.Type.NULL) {
                try {
                    return value(json, type);
                } catch (SerializationException e) {
                    last = e;
                }
            }
        }
        throw last;
    }

    private static GenericData.Array<Object> array(JsonNode json, Schema schema) {
        require(json.isArray(), "an array");
        GenericData.Array<Object> array = new GenericData.Array<>(json.size(), schema);
        json.forEach(element -> array.add(value(element, schema.getElementType())));
        return array;
    }

    private static Map<String, @Nullable Object> map(JsonNode json, Schema schema) {
        require(json instanceof ObjectNode, "an object");
        Map<String, @Nullable Object> map = new HashMap<>();
        json.properties().forEach(entry -> map.put(entry.getKey(), value(entry.getValue(), schema.getValueType())));
        return map;
    }

    private static Object bytes(JsonNode json, Schema schema) {
        if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            return DECIMALS.toBytes(scaled(json, decimal), schema, decimal);
        }
        return ByteBuffer.wrap(base64(json));
    }

    private static Object fixed(JsonNode json, Schema schema) {
        if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            return DECIMALS.toFixed(scaled(json, decimal), schema, decimal);
        }
        byte[] bytes = base64(json);
        require(bytes.length == schema.getFixedSize(), schema.getFixedSize() + " bytes in Base64");
        return new GenericData.Fixed(schema, bytes);
    }

    private static BigDecimal scaled(JsonNode json, LogicalTypes.Decimal decimal) {
        BigDecimal given = number(json);
        require(
                (long) given.precision() - given.scale() <= decimal.getPrecision(),
                "a number of " + decimal.getPrecision() + " digits");
        BigDecimal scaled = given.setScale(decimal.getScale(), RoundingMode.UNNECESSARY);
        require(scaled.precision() <= decimal.getPrecision(), "a number of " + decimal.getPrecision() + " digits");
        return scaled;
    }

    private static byte[] base64(JsonNode json) {
        require(json.isTextual(), "Base64");
        try {
            return Base64.getDecoder().decode(json.textValue().getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new SerializationException("Base64 was expected");
        }
    }
}
