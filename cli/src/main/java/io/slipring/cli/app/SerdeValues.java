/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Values that a class of the user's reads: Avro records or scalars. */
final class SerdeValues implements ValueReader {
    private final String topic;
    private final Deserializer<?> deserializer;
    private final AvroFields fields;

    private SerdeValues(String topic, Deserializer<?> deserializer, AvroFields fields) {
        this.topic = topic;
        this.deserializer = deserializer;
        this.fields = fields;
    }

    /**
     * Makes one of a {@link Serde} that is named by its class and configured with the application's settings.
     *
     * @throws ConfigException if there is no such class, or it fails
     */
    static SerdeValues of(String topic, String className, Map<String, String> settings, List<Wanted> wanted) {
        try {
            Serde<?> serde = Utils.newInstance(className, Serde.class);
            serde.configure(settings, false);
            return new SerdeValues(topic, serde.deserializer(), new AvroFields(wanted, Optional.empty()));
        } catch (ClassNotFoundException e) {
            throw new ConfigException(AppSettings.VALUE_SERDE_CONFIG, className, "is not on the class path");
        } catch (ConfigException e) {
            throw e;
        } catch (KafkaException | ClassCastException | LinkageError e) {
            throw new ConfigException(
                    AppSettings.VALUE_SERDE_CONFIG, className, "must be a Serde that can be made: " + e.getMessage());
        }
    }

    @Override
    public Fields fields(Headers headers, byte[] value) {
        @Nullable Object read = deserializer.deserialize(topic, headers, value);
        if (read == null) {
            throw new SerializationException("the serde made null of a value");
        }
        return fields.fields(read, null);
    }
}
