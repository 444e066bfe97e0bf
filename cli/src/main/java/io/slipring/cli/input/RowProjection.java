/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.StringJoiner;

/**
 * Which columns make a record's key, and which its value.
 *
 * @param keyColumns columns joined with {@code |}, in this order; empty for records without a key
 * @param valueColumns columns that the value keeps; empty for all of them
 */
public record RowProjection(List<String> keyColumns, List<String> valueColumns) {
    /** Joins the columns of a key. */
    public static final String KEY_SEPARATOR = "|";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Copies both lists and refuses blank names. */
    public RowProjection {
        keyColumns = List.copyOf(keyColumns);
        valueColumns = List.copyOf(valueColumns);
        for (List<String> columns : List.of(keyColumns, valueColumns)) {
            if (columns.stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("column names must not be blank, were " + columns);
            }
        }
    }

    /**
     * Makes key and value of a row.
     *
     * @throws MalformedRowException if a column is missing, or a column of the key is no string, number or boolean
     */
    public KeyedRow apply(Row row) throws MalformedRowException {
        String key = null;
        if (!keyColumns.isEmpty()) {
            StringJoiner joined = new StringJoiner(KEY_SEPARATOR);
            for (String column : keyColumns) {
                JsonNode cell = cell(row, column);
                if (!cell.isValueNode() || cell.isNull()) {
                    throw new MalformedRowException(
                            row.line(), "column '" + column + "' of the key must be a string, number or boolean");
                }
                joined.add(cell.asText());
            }
            key = joined.toString();
        }
        return new KeyedRow(row.line(), key, value(row));
    }

    private String value(Row row) throws MalformedRowException {
        ObjectNode kept = row.fields();
        if (!valueColumns.isEmpty()) {
            kept = MAPPER.createObjectNode();
            for (String column : valueColumns) {
                kept.set(column, cell(row, column));
            }
        }
        try {
            return MAPPER.writeValueAsString(kept);
        } catch (JsonProcessingException e) {
            throw new MalformedRowException(row.line(), "can't be written as JSON: " + e.getOriginalMessage());
        }
    }

    private static JsonNode cell(Row row, String column) throws MalformedRowException {
        JsonNode cell = row.fields().get(column);
        if (cell == null) {
            throw new MalformedRowException(row.line(), "no column '" + column + "'");
        }
        return cell;
    }
}
