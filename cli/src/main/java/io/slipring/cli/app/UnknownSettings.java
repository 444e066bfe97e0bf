/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.formats.RegistryConfig;
import io.slipring.processor.SlipringConfig;
import io.slipring.ring.source.RingSourceConfig;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds settings under our prefix that nothing reads: most likely misspelt. */
public final class UnknownSettings {
    private UnknownSettings() {}

    /** The keys, ascending. */
    public static SortedSet<String> of(Map<String, String> settings) {
        SortedSet<String> unknown = new TreeSet<>(RingSourceConfig.unknownKeys(settings));
        unknown.removeAll(AppSettings.definition().names());
        unknown.removeAll(AppSettings.formerNames());
        unknown.removeAll(RegistryConfig.definition().names());
        unknown.removeAll(SlipringConfig.definition().names());
        return unknown;
    }
}
