/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import java.util.Locale;

/** Numbers for people. */
public final class Amounts {
    private Amounts() {}

    /** Bytes in a unit that keeps the number short: {@code 1.2 MB}. */
    public static String bytes(double bytes) {
        if (bytes < 1_000) {
            return String.format(Locale.ROOT, "%.0f B", bytes);
        }
        String[] units = {"kB", "MB", "GB", "TB"};
        double value = bytes / 1_000;
        int unit = 0;
        while (value >= 999.95 && unit < units.length - 1) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }

    /** A time in at most two units: {@code 3 min 20 s}. */
    public static String duration(long millis) {
        long seconds = Math.max(0, millis + 500) / 1_000;
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
    }
}
