/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import java.util.Map;

/**
 * The settings of a client, as its user wrote them.
 *
 * @param name the file
 */
record SettingsFile(String name, Map<String, String> settings) {
    SettingsFile {
        settings = Map.copyOf(settings);
    }
}
