/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.config.ConfigException;

/**
 * Infers a record's schema from rows. A column is {@code long}, {@code double}, {@code boolean} or {@code string}, and nullable
 * if a row lacks it or has null there. Text is a number only if nothing of it is lost: {@code 007} stays text.
 */
public final class InferredSchema {
    private static final Pattern LONG = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    /** Up to 15 digits survive in a double. */
    private static final Pattern DOUBLE = Pattern.compile("-?(?!0[0-9])(?=[0-9.]{1,16}$)[0-9]+\\.[0-9]+");

    private InferredSchema() {}

    /** From the narrowest on; two columns' kinds join to the wider one. */
    private enum Kind {
        NOTHING,
        BOOLEAN,
        LONG,
        DOUBLE,
        STRING;

        Kind join(Kind other) {
            if (this == other || other == NOTHING) {
                return this;
            }
            if (this == NOTHING) {
                return other;
            }
            return this == BOOLEAN || other == BOOLEAN ? STRING : compareTo(other) > 0 ? this : other;
        }

        Schema schema() {
            return switch (this) {
                case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
                case LONG -> Schema.create(Schema.Type.LONG);
                case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
                case NOTHING, STRING -> Schema.create(Schema.Type.STRING);
            };
        }
    }

    /**
     * The schema of rows.
     *
     * @param topic names the record, as far as Avro allows
     * @param text whether all cells are text, as in a CSV file, so that text may be a number
     * @throws ConfigException if it can't be inferred
     */
    public static Schema of(String topic, List<ObjectNode> rows, boolean text) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        Map<String, Integer> present = new LinkedHashMap<>();
        for (ObjectNode row : rows) {
            row.properties().forEach(column -> {
                Kind kind = kind(column.getKey(), column.getValue(), text);
                kinds.merge(column.getKey(), kind, Kind::join);
                present.merge(column.getKey(), kind == Kind.NOTHING ? 0 : 1, Integer::sum);
            });
        }
        try {
            SchemaBuilder.FieldAssembler<Schema> fields =
                    SchemaBuilder.record(name(topic)).fields();
            for (Map.Entry<String, Kind> column : kinds.entrySet()) {
                boolean always = present.getOrDefault(column.getKey(), 0) == rows.size();
                Schema schema = column.getValue().schema();
                fields = always
                        ? fields.name(column.getKey()).type(schema).noDefault()
                        : fields.name(column.getKey())
                                .type(Schema.createUnion(Schema.create(Schema.Type.NULL), schema))
                                .withDefault(null);
            }
            return fields.endRecord();
        } catch (AvroRuntimeException e) {
            throw new ConfigException("no schema can be inferred (" + e.getMessage() + "); give --schema FILE");
        }
    }

    private static String name(String topic) {
        String name = topic.replaceAll("[^A-Za-z0-9_]", "_");
        return Character.isDigit(name.charAt(0)) ? "_" + name : name;
    }

    private static Kind kind(String column, JsonNode cell, boolean text) {
        return switch (cell.getNodeType()) {
            case NULL -> Kind.NOTHING;
            case BOOLEAN -> Kind.BOOLEAN;
            case NUMBER -> LONG.matcher(cell.asText()).matches() ? Kind.LONG : Kind.DOUBLE;
            case STRING -> text ? ofText(cell.textValue()) : Kind.STRING;
            default ->
                throw new ConfigException("no schema can be inferred: '" + column + "' is nested; give --schema FILE");
        };
    }

    private static Kind ofText(String cell) {
        if (cell.isEmpty()) {
            return Kind.NOTHING;
        }
        return LONG.matcher(cell).matches() ? Kind.LONG : DOUBLE.matcher(cell).matches() ? Kind.DOUBLE : Kind.STRING;
    }
}
