/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.erase;

import io.slipring.cli.command.EnumNames;
import io.slipring.processor.audit.ErasureReport;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What came of an erasure, as people and programs want to see it. */
record ErasureView(ErasureReport report) {
    private String state() {
        return String.format(Locale.ROOT, "%,d records in %,d entries", report.records(), report.entries());
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("application " + report.applicationId() + "  ring " + report.ring() + "  key's token "
                + HexFormat.of().toHexDigits(report.token()));
        switch (report.outcome()) {
            case FOUND -> lines.add("Dry run: there are " + state() + "; repeat with --execute to erase them");
            case GONE -> {
                lines.add("Erased: there were " + state()
                        + "; no task has any of the key, and nothing of it is under way");
                lines.add(
                        "Its old values leave topic " + report.homeTopic() + " when that is next compacted, within its"
                                + " max.compaction.lag.ms, and the local stores of instances when they compact");
            }
            case WAITING, BACK -> lines.add("There were " + state());
        }
        return lines;
    }

    /** What keeps the erasure from being complete, a line each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        switch (report.outcome()) {
            case WAITING ->
                problems.add("Asked, but the tasks of partitions " + report.unread() + " of topic "
                        + report.transferTopic()
                        + " have not erased it yet; is the application running? They will when it"
                        + " does: repeat the command then, or with a larger --timeout-ms, to prove it");
            case BACK ->
                problems.add(String.format(
                        Locale.ROOT,
                        "Erased, but %,d records of the key are there again: they still come from the source topics; end"
                                + " that first, then repeat the command",
                        report.left()));
            case FOUND, GONE -> {}
        }
        if (!report.unpurged().isEmpty()) {
            problems.add("Partitions " + report.unpurged() + " of topic " + report.transferTopic()
                    + " still hold old partials; the application deletes them every slipring.purge.interval.ms,"
                    + " so repeat the command, or look into its log for failed chores");
        }
        return problems;
    }

    /** For programs. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("applicationId", report.applicationId());
        json.put("ring", report.ring());
        json.put("token", HexFormat.of().toHexDigits(report.token()));
        json.put("outcome", EnumNames.of(report.outcome()));
        json.put("entries", report.entries());
        json.put("records", report.records());
        json.put("left", report.left());
        json.put("unread", report.unread());
        json.put("unpurged", report.unpurged());
        json.put("asked", report.asked());
        return json;
    }
}
