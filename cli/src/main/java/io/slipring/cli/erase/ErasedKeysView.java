/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.erase;

import io.slipring.schemas.Erasure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What has been erased from an application, as people and programs want to see it. */
record ErasedKeysView(List<Erasure> erasures) {
    /** For people: a row for each key. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("  key's token       entries       records  asked for             gone since");
        for (Erasure erasure : erasures) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %s  %,7d  %,12d  %s  %s",
                    HexFormat.of().toHexDigits(erasure.getToken()),
                    erasure.getEntries(),
                    erasure.getRecords(),
                    time(erasure.getRequestedAtMs()),
                    erasure.getProvenAtMs() == 0 ? "not proven" : time(erasure.getProvenAtMs())));
        }
        return lines;
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis / 1_000 * 1_000).toString();
    }

    /** For programs. */
    List<Map<String, Object>> json() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Erasure erasure : erasures) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("token", HexFormat.of().toHexDigits(erasure.getToken()));
            row.put("entries", erasure.getEntries());
            row.put("records", erasure.getRecords());
            row.put("requestedAtMs", erasure.getRequestedAtMs());
            row.put("provenAtMs", erasure.getProvenAtMs() == 0 ? null : erasure.getProvenAtMs());
            rows.add(row);
        }
        return rows;
    }
}
