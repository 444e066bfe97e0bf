/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.util.Locale;

/** Constants as settings, options and JSON name them: in lower case, with hyphens. */
public final class EnumNames {
    private EnumNames() {}

    /** The name of a constant. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What {@link Enum#valueOf} takes for a name. */
    public static String constant(String name) {
        return name.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
