/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.audit;

import io.slipring.cli.command.EnumNames;
import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** An audit's report, as people and programs want to see it. */
record AuditView(AuditReport report) {
    private static final String HEADER =
            "  partition  epoch      consumed          home          sent      received  in flight    expired       keys  difference";

    private long total(ToLongFunction<AuditReport.Task> figure) {
        return report.tasks().stream().mapToLong(figure).sum();
    }

    /** As far as the source was recounted. */
    private long deadLetters() {
        return report.recount().stream()
                .flatMap(recount -> recount.partitions().stream())
                .mapToLong(AuditReport.Recount.Partition::deadLetters)
                .sum();
    }

    /** For people: the figures, then one line with the outcome. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("application " + report.applicationId() + "  ring " + report.ring());
        lines.add(HEADER);
        for (AuditReport.Task task : report.tasks()) {
            lines.add(row(
                    Integer.toString(task.partition()),
                    Integer.toString(task.epoch()),
                    task.consumed(),
                    task.home(),
                    task.sent(),
                    task.received(),
                    task.inFlight(),
                    task.expired(),
                    task.keys(),
                    task.difference()));
        }
        lines.add(row(
                "all",
                "",
                total(AuditReport.Task::consumed),
                total(AuditReport.Task::home),
                total(AuditReport.Task::sent),
                total(AuditReport.Task::received),
                total(AuditReport.Task::inFlight),
                total(AuditReport.Task::expired),
                total(AuditReport.Task::keys),
                total(AuditReport.Task::difference)));
        report.recount().ifPresent(recount -> lines.addAll(recountLines(recount)));
        lines.add(outcome());
        return lines;
    }

    private static String row(String partition, String epoch, Object... figures) {
        Object[] all = new Object[figures.length + 2];
        all[0] = partition;
        all[1] = epoch;
        System.arraycopy(figures, 0, all, 2, figures.length);
        return String.format(Locale.ROOT, "  %9s  %5s  %,12d  %,12d  %,12d  %,12d  %,9d  %,9d  %,9d  %,10d", all);
    }

    private static List<String> recountLines(AuditReport.Recount recount) {
        List<String> lines = new ArrayList<>();
        lines.add("source, recounted");
        lines.add("  partition       records  without key or value  dead letters  difference");
        for (AuditReport.Recount.Partition partition : recount.partitions()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %9d  %,12d  %,20d  %,12d  %,10d",
                    partition.partition(),
                    partition.records(),
                    partition.withoutKeyOrValue(),
                    partition.deadLetters(),
                    partition.difference()));
        }
        lines.add(String.format(Locale.ROOT, "  keys that differ: %,d", recount.differingKeys()));
        return lines;
    }

    private String outcome() {
        return switch (report.verdict()) {
            case EXACT ->
                String.format(
                        Locale.ROOT,
                        "exact: %,d records consumed = %,d home + %,d in flight + %,d expired%s; every key has one owner",
                        total(AuditReport.Task::consumed),
                        total(AuditReport.Task::home),
                        total(AuditReport.Task::inFlight),
                        total(AuditReport.Task::expired),
                        deadLetters() == 0
                                ? ""
                                : String.format(Locale.ROOT, ", beside %,d dead letters", deadLetters()));
            case DIFFERENT -> "different: " + report.findings().size() + " findings, see standard error";
            case UNSETTLED ->
                "unsettled: " + report.cuts()
                        + " looks at the application in succession each showed something else; audit again with a larger --timeout-ms";
        };
    }

    /** For programs. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("applicationId", report.applicationId());
        json.put("ring", report.ring());
        json.put("verdict", EnumNames.of(report.verdict()));
        json.put("cuts", report.cuts());
        json.put("consumed", total(AuditReport.Task::consumed));
        json.put("home", total(AuditReport.Task::home));
        json.put("inFlight", total(AuditReport.Task::inFlight));
        json.put("expired", total(AuditReport.Task::expired));
        json.put("difference", total(AuditReport.Task::difference));
        json.put("partitions", report.tasks());
        report.recount().ifPresent(recount -> {
            json.put("deadLetters", deadLetters());
            json.put("recount", recount);
        });
        json.put("findings", report.findings().stream().map(AuditView::json).toList());
        return json;
    }

    private static Map<String, Object> json(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", EnumNames.of(finding.kind()));
        json.put("partition", finding.partition());
        if (finding.other() >= 0) {
            json.put("otherPartition", finding.other());
        }
        if (finding.vnode() >= 0) {
            json.put("vnode", finding.vnode());
        }
        json.put("difference", finding.difference());
        json.put("text", finding.text());
        return json;
    }
}
