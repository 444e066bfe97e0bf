/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.formats.AvroDecoder;
import io.slipring.formats.AvroSchemas;
import io.slipring.formats.AvroView;
import io.slipring.formats.Framing;
import io.slipring.formats.RegistryConfig;
import io.slipring.formats.RegistryFraming;
import io.slipring.formats.SchemaRegistry;
import io.slipring.formats.SingleObjectFraming;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** What the formats of one application need beside the bytes; keys and values share a registry. Not thread-safe. */
final class Formats {
    private final AppConfig config;
    private @Nullable Framing registered;

    Formats(AppConfig config) {
        this.config = config;
    }

    /** By the registry that the settings name. */
    Framing registered() {
        if (registered == null) {
            registered = new RegistryFraming(new SchemaRegistry(RegistryConfig.parse(config.settings())));
        }
        return registered;
    }

    /** By the files that a setting names. */
    Framing singleObject(String setting) {
        List<Schema> schemas = schemas(setting);
        if (schemas.isEmpty()) {
            throw new ConfigException(setting, null, "must name the schema's file for the format avro-single-object");
        }
        return SingleObjectFraming.of(schemas);
    }

    private List<Schema> schemas(String setting) {
        return Stream.ofNullable(config.settings().get(setting))
                .flatMap(files -> Stream.of(files.split(",")))
                .map(file -> AvroSchemas.read(setting, Path.of(file.strip())))
                .toList();
    }

    /** Avro values, read by the schema that the settings name, if they do. */
    ValueReader avro(Framing framing, List<Wanted> wanted) {
        Optional<Schema> given =
                schemas(AppSettings.VALUE_SCHEMA_CONFIG).stream().findFirst();
        AvroFields fields = new AvroFields(wanted, given);
        given.ifPresent(schema -> check(fields, schema));
        AvroDecoder<Fields> decoder = new AvroDecoder<>(framing, fields);
        return (headers, value) -> decoder.decode(value);
    }

    /** A misspelt field should not wait for the first record. */
    private void check(AvroFields fields, Schema schema) {
        try {
            AvroView<Fields> unused = fields.apply(schema);
        } catch (SerializationException e) {
            throw new ConfigException(
                    AppSettings.VALUE_SCHEMA_CONFIG,
                    config.settings().get(AppSettings.VALUE_SCHEMA_CONFIG),
                    String.valueOf(e.getMessage()));
        }
    }

    /** Values that a class of the user's reads. */
    ValueReader serde(List<Wanted> wanted) {
        String className = Objects.requireNonNull(config.settings().get(AppSettings.VALUE_SERDE_CONFIG));
        return SerdeValues.of(config.inputTopic(), className, config.settings(), wanted);
    }
}
