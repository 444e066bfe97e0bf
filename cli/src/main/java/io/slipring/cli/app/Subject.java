/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.Optional;
import org.apache.kafka.streams.kstream.Window;

/**
 * What an update is about.
 *
 * @param key the key as text
 * @param window present with windows
 */
record Subject(String key, Optional<Window> window) {
    static Subject of(String key) {
        return new Subject(key, Optional.empty());
    }

    static Subject of(String key, Window window) {
        return new Subject(key, Optional.of(window));
    }
}
