/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.SerializationException;

/** The time in a field of a value. */
final class EventTime {
    private static final Pattern MILLIS = Pattern.compile("\\d{1,15}");
    /** The end of the year 9999: what is later is no time but a mistake, and would close all windows for good. */
    private static final long LATEST = 253_402_300_799_999L;

    private EventTime() {}

    /**
     * Reads a time: milliseconds since 1970, or as in {@code 2013-01-01T05:00:00Z} and {@code 2013-01-01T06:00:00+01:00}.
     *
     * @return milliseconds since 1970
     * @throws SerializationException if it is none; doesn't tell the value
     */
    static long parse(String text) {
        long millis = MILLIS.matcher(text).matches() ? Long.parseLong(text) : ofText(text);
        if (millis < 0 || millis > LATEST) {
            throw new SerializationException("a time from 1970 to 9999 was expected");
        }
        return millis;
    }

    private static long ofText(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new SerializationException(
                    "milliseconds since 1970, or a time such as 2013-01-01T05:00:00Z, was expected");
        }
    }
}
