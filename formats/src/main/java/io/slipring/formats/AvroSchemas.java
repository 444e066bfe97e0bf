/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;

/** Reads schemas from files. */
public final class AvroSchemas {
    private AvroSchemas() {}

    /**
     * Reads a schema.
     *
     * @param name setting or option that names the file, for messages
     * @throws ConfigException if there is none
     */
    public static Schema read(String name, Path file) {
        try {
            return new Schema.Parser().parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new ConfigException(name, file, "there is no such file");
        } catch (IOException e) {
            throw new ConfigException(name, file, "can't be read: " + e.getMessage());
        } catch (AvroRuntimeException e) {
            throw new ConfigException(name, file, "is no Avro schema: " + e.getMessage());
        }
    }
}
