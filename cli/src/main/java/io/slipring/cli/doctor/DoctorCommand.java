/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.command.CommandLines;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.command.PropertiesFiles;
import io.slipring.cli.ring.RingOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the mistakes that people make, and names their fixes. Changes nothing. */
@Command(
        name = "doctor",
        description = {
            "Find the mistakes that people make with rings, topics and applications, each with its fix; change nothing.",
            "Exit 1 if there is an error; warnings and notes alone are no failure."
        })
public final class DoctorCommand implements Callable<Integer> {
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
            names = "--config",
            paramLabel = "FILE",
            description = "Also check the settings of an application or a producer: a properties file.")
    private @Nullable Path config;

    @Override
    public Integer call() {
        Map<String, Object> client = connection.clientConfig();
        Optional<SettingsFile> file =
                Optional.ofNullable(config).map(path -> new SettingsFile(path.toString(), PropertiesFiles.read(path)));
        Facts facts;
        try (Admin admin = Admin.create(connection.adminConfig())) {
            facts = new FactsReader(
                            admin,
                            ring.control(client, connection.timeout()),
                            String.valueOf(client.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)))
                    .read(Optional.ofNullable(ring.given()), file);
        }
        List<Finding> findings =
                Check.all().stream().flatMap(check -> check.of(facts).stream()).toList();
        long errors = count(findings, Severity.ERROR);
        print(facts, findings, errors);
        return errors == 0 ? 0 : CommandLines.FAILURE;
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private void print(Facts facts, List<Finding> findings, long errors) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("errors", errors);
            json.put("warnings", count(findings, Severity.WARNING));
            json.put("findings", findings.stream().map(Finding::json).toList());
            out.println(Json.text(json));
        } else {
            for (Finding finding : findings) {
                out.println("%-7s  %s  %s".formatted(finding.severity(), finding.check(), finding.where()));
                out.println("         " + finding.what());
                out.println("         fix: " + finding.fix());
            }
            out.println("%d errors, %d warnings, %d notes; looked at %d rings, %d applications, %d topics"
                    .formatted(
                            errors,
                            count(findings, Severity.WARNING),
                            count(findings, Severity.INFO),
                            facts.rings().size(),
                            facts.apps().size(),
                            facts.topics().size()));
        }
        out.flush();
    }
}
