/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.cli.command.EnumNames;
import io.slipring.formats.AvroEncoder;
import io.slipring.formats.AvroSchemas;
import io.slipring.formats.RegistryConfig;
import io.slipring.formats.SchemaRegistry;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the rows of an input become. */
final class FormatOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            converter = Names.class,
            description = {
                "What a value is: json, avro (by a schema registry), avro-single-object, or of one column: string, long",
                "(default ${DEFAULT-VALUE})."
            })
    private RowFormat format = RowFormat.JSON;

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            defaultValue = "string",
            converter = Names.class,
            description = "What a key is: string, long, avro or avro-single-object (default ${DEFAULT-VALUE}).")
    private RowFormat keyFormat = RowFormat.STRING;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "The Avro schema of values; by default one that the first 1,000 rows suggest.")
    private @Nullable Path schema;

    @Option(
            names = "--schema-registry",
            paramLabel = "URL",
            description = "The same as the client setting " + RegistryConfig.URL_CONFIG + ".")
    private @Nullable String registry;

    /** Names as they are written in settings, with a hyphen. */
    static final class Names implements ITypeConverter<RowFormat> {
        @Override
        public RowFormat convert(String name) {
            for (RowFormat format : RowFormat.values()) {
                if (EnumNames.of(format).equalsIgnoreCase(name)) {
                    return format;
                }
            }
            throw new TypeConversionException("expected json, avro, avro-single-object, string or long but was '" + name
                    + "' (what the input is made of is --input-format)");
        }
    }

    /**
     * Makes the values of a topic.
     *
     * @param client settings, the registry's among them
     * @param text whether all of a row is text, as in a CSV file
     */
    RowValues values(String topic, Map<String, Object> client, boolean text) {
        Optional<Schema> given = Optional.ofNullable(schema).map(file -> AvroSchemas.read("--schema", file));
        return switch (format) {
            case JSON -> RowValues.json();
            case STRING -> RowValues.string();
            case LONG -> RowValues.whole();
            case AVRO, AVRO_SINGLE_OBJECT ->
                RowValues.avro(topic, given, text, schema -> encoder(format, topic + "-value", schema, client));
        };
    }

    /** Makes the keys of a topic. */
    KeySerializer keys(String topic, Map<String, Object> client) {
        Schema text = Schema.create(Schema.Type.STRING);
        return switch (keyFormat) {
            case STRING, JSON -> KeySerializer.string();
            case LONG -> KeySerializer.whole();
            case AVRO, AVRO_SINGLE_OBJECT -> KeySerializer.avro(encoder(keyFormat, topic + "-key", text, client));
        };
    }

    private AvroEncoder encoder(RowFormat of, String subject, Schema schema, Map<String, Object> client) {
        if (of == RowFormat.AVRO_SINGLE_OBJECT) {
            return AvroEncoder.singleObject(schema);
        }
        Map<String, Object> settings = new HashMap<>(client);
        if (registry != null) {
            settings.put(RegistryConfig.URL_CONFIG, List.of(registry));
        }
        SchemaRegistry schemas = new SchemaRegistry(RegistryConfig.parse(settings));
        return AvroEncoder.registered(schemas.register(subject, schema), schema);
    }
}
