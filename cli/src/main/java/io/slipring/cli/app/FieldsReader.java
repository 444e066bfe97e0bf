/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;

/**
 * Reads what an application wants of a value beside the fields that it aggregates: its time, and the value itself.
 *
 * @param values reads the fields: those that are aggregated, and then that of the time if it is none of them
 * @param field the field that says the time; empty if none does
 * @param time its index; -1 if there is none
 * @param keepsValue whether the value itself is kept beside
 */
record FieldsReader(ValueReader values, String field, int time, boolean keepsValue) implements ValueReader {
    static FieldsReader of(AppConfig config, List<Wanted> aggregated, Formats formats) {
        List<Wanted> wanted = new ArrayList<>(aggregated);
        int time = config.timestampField().map(field -> index(wanted, field)).orElse(-1);
        return new FieldsReader(
                config.valueFormat().reader(List.copyOf(wanted), formats),
                config.timestampField().orElse(""),
                time,
                config.lateTopic().isPresent());
    }

    private static int index(List<Wanted> wanted, String field) {
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).name().equals(field)) {
                return i;
            }
        }
        wanted.add(new Wanted(field, Wanted.As.TEXT));
        return wanted.size() - 1;
    }

    @Override
    public Fields fields(Headers headers, byte[] value) {
        Fields fields = values.fields(headers, value);
        return time < 0 && !keepsValue
                ? fields
                : new Fields(fields.scalars(), timeOf(fields), keepsValue ? value : null);
    }

    private OptionalLong timeOf(Fields fields) {
        if (time < 0) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(EventTime.parse(fields.text(time)));
        } catch (SerializationException e) {
            throw new SerializationException("field '" + field + "': " + e.getMessage());
        }
    }
}
