/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.audit;

import io.slipring.cli.command.CommandLines;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.ring.RingOptions;
import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Audits a running application; see {@link Auditor}. */
@Command(
        name = "audit",
        description = {
            "Prove on a running application that every record consumed is in one home state, in flight or expired,"
                    + " and that every key has one owner.",
            "Reads the application's topics and changes nothing. Exits 1 on any difference."
        })
public final class AuditCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Option(
            names = {"--application-id", "--app"},
            paramLabel = "ID",
            required = true,
            description = "The application.")
    private String applicationId = "";

    @Option(
            names = "--deep",
            description = "Also recount the source topics, key by key; they must still hold everything.")
    private boolean deep;

    @Option(
            names = "--dead-letter-topic",
            paramLabel = "TOPIC",
            description = "With --deep: where the application puts records that it can't read.")
    private @Nullable String deadLetterTopic;

    @Override
    public Integer call() {
        Auditor auditor = new Auditor(ring.control(connection.clientConfig(), connection.timeout()));
        AuditReport report = auditor.audit(new AuditRequest(
                applicationId, Optional.ofNullable(ring.given()), deep, Optional.ofNullable(deadLetterTopic)));
        AuditView view = new AuditView(report);
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.text(view.json()));
        } else {
            view.lines().forEach(out::println);
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        report.findings().forEach(finding -> err.println(finding.text()));
        err.flush();
        return report.isExact() ? 0 : CommandLines.FAILURE;
    }
}
