/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** Reads Java properties files, in UTF-8. */
public final class PropertiesFiles {
    private PropertiesFiles() {}

    /**
     * Reads a properties file.
     *
     * @throws CommandFailure if the file is missing, unreadable or not a properties file
     */
    public static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new CommandFailure("no such file: " + file, e);
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure("cannot read the properties file " + file + ": " + e.getMessage(), e);
        }
        Map<String, String> values = new LinkedHashMap<>();
        properties.stringPropertyNames().stream()
                .sorted()
                .forEach(name -> values.put(name, properties.getProperty(name)));
        return values;
    }
}
