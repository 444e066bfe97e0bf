/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.formats.AvroView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * The wanted fields of Avro records, by name or alias. Of a record only these are read; all else is skipped.
 *
 * @param given schema to read by; empty to read each record by its writer's
 */
record AvroFields(List<Wanted> wanted, Optional<Schema> given) implements Function<Schema, AvroView<Fields>> {
    @Override
    public AvroView<Fields> apply(Schema writer) {
        Schema reader = given.orElse(writer);
        return reader.getType() == Schema.Type.RECORD
                ? projection(reader, writer)
                : new AvroView<>(reader, datum -> fields(datum, reader));
    }

    private AvroView<Fields> projection(Schema reader, Schema writer) {
        List<Schema.Field> kept = new ArrayList<>();
        int[] positions = new int[wanted.size()];
        for (int i = 0; i < positions.length; i++) {
            Schema.Field field = field(reader, wanted.get(i).name());
            positions[i] = position(kept, field.name());
            if (positions[i] == kept.size()) {
                Schema.Field copy = new Schema.Field(field, field.schema());
                namesInWriter(field, writer).forEach(copy::addAlias);
                kept.add(copy);
            }
        }
        Schema projection =
                copy(Schema.createRecord(reader.getName(), null, reader.getNamespace(), reader.isError(), kept));
        List<Schema.Field> read = projection.getFields();
        return new AvroView<>(projection, datum -> {
            IndexedRecord record = (IndexedRecord) java.util.Objects.requireNonNull(datum);
            Scalar[] scalars = new Scalar[positions.length];
            for (int i = 0; i < positions.length; i++) {
                int at = positions[i];
                scalars[i] = AvroScalars.of(record.get(at), read.get(at).schema(), wanted.get(i));
            }
            return new Fields(List.of(scalars));
        });
    }

    private static int position(List<Schema.Field> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return fields.size();
    }

    /** Aliases are meant for reading what was written before a renaming; here they also help to read what was after. */
    private static List<String> namesInWriter(Schema.Field field, Schema writer) {
        if (writer.getType() != Schema.Type.RECORD || writer.getField(field.name()) != null) {
            return List.of();
        }
        return writer.getFields().stream()
                .filter(renamed -> renamed.aliases().contains(field.name()))
                .map(Schema.Field::name)
                .toList();
    }

    /** A schema of its own, that reads text as {@link String}. */
    private static Schema copy(Schema schema) {
        Schema copy = new Schema.Parser(NameValidator.NO_VALIDATION)
                .setValidateDefaults(false)
                .parse(schema.toString());
        copy.getFields().forEach(field -> useStrings(field.schema()));
        return copy;
    }

    private static void useStrings(Schema schema) {
        if (schema.isUnion()) {
            schema.getTypes().forEach(AvroFields::useStrings);
        } else if (schema.getType() == Schema.Type.STRING) {
            GenericData.setStringType(schema, GenericData.StringType.String);
        }
    }

    private static Schema.Field field(Schema record, String name) {
        Schema.Field field = record.getField(name);
        if (field != null) {
            return field;
        }
        return record.getFields().stream()
                .filter(other -> other.aliases().contains(name))
                .findFirst()
                .orElseThrow(() -> new SerializationException("no field '%s' in schema %s, which has %s"
                        .formatted(
                                name,
                                record.getFullName(),
                                record.getFields().stream()
                                        .map(Schema.Field::name)
                                        .collect(Collectors.joining(", ")))));
    }

    /** The fields of a value, whatever it is: a record, or a scalar whose only field is {@code value}. */
    Fields fields(@Nullable Object datum, @Nullable Schema schema) {
        Scalar[] scalars = new Scalar[wanted.size()];
        for (int i = 0; i < scalars.length; i++) {
            Wanted field = wanted.get(i);
            if (datum instanceof IndexedRecord record) {
                Schema.Field found = field(record.getSchema(), field.name());
                scalars[i] = AvroScalars.of(record.get(found.pos()), found.schema(), field);
            } else if (field.name().equals(ValueFormat.PLAIN)) {
                scalars[i] = AvroScalars.of(datum, schema, field);
            } else {
                throw new SerializationException(
                        "no field '" + field.name() + "': the value is no record, its only field is 'value'");
            }
        }
        return new Fields(List.of(scalars));
    }
}
