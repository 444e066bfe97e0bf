/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Reads values by formats that need nothing beside them. */
final class Values {
    private static final Formats NOTHING_BESIDE = new Formats(AppConfig.parse(Map.of(
            "application.id", "a",
            "bootstrap.servers", "b:1",
            "slipring.ring", "r",
            "slipring.input.topic", "i",
            "slipring.output.topic", "o")));

    private Values() {}

    static Fields read(ValueFormat format, byte[] value, List<Wanted> wanted) {
        return format.reader(wanted, NOTHING_BESIDE).fields(new RecordHeaders(), value);
    }
}
