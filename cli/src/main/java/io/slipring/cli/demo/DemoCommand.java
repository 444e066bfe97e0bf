/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.command.CommandLines;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.input.InputFormat;
import io.slipring.cli.input.MalformedRowException;
import io.slipring.cli.produce.InputOptions;
import io.slipring.cli.produce.PartitionerChoice;
import io.slipring.cli.terminal.Terminal;
import io.slipring.cli.trial.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the promise kept, on an embedded broker and, if wanted, on the user's own data. */
@Command(
        name = "demo",
        description = {
            "Grow a topic and the application behind it while records flow, then recount everything.",
            "Needs no broker: it starts one, with two instances of the application, and removes it afterwards.",
            "Exits with 0 only if nothing was lost, duplicated, wrong, understated or restarted."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final double DEFAULT_SECONDS = 30;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final InputOptions input = new InputOptions();

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "A CSV or NDJSON file to produce, also one that ends in .gz.")
    private @Nullable Path file;

    @Option(
            names = "--value",
            paramLabel = "COLUMN",
            description = "Column of a number to aggregate; records are only counted without it.")
    private @Nullable String value;

    @Option(names = "--shards", defaultValue = "4", description = "Shards at the start (default ${DEFAULT-VALUE}).")
    private int shards;

    @Option(
            names = "--add-shards",
            defaultValue = "1",
            description = "Shards added halfway (default ${DEFAULT-VALUE}).")
    private int addShards;

    @Option(
            names = "--partitioner",
            paramLabel = "ring|default",
            defaultValue = "ring",
            description =
                    "How the producer chooses partitions: by the ring, or as Kafka does (default ${DEFAULT-VALUE}).")
    private PartitionerChoice partitioner = PartitionerChoice.RING;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Records a second; by default so that producing takes 30 s.")
    private @Nullable Double rate;

    @Option(
            names = "--records",
            defaultValue = "1000000",
            description = "Records without --input (default ${DEFAULT-VALUE}).")
    private int records;

    @Option(names = "--keys", defaultValue = "200000", description = "Keys without --input (default ${DEFAULT-VALUE}).")
    private int keys;

    @Option(names = "--seed", defaultValue = "1", description = "Seed without --input (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--group-protocol",
            paramLabel = "classic|streams",
            defaultValue = "classic",
            description = "Rebalance protocol of the application (default ${DEFAULT-VALUE}).")
    private String groupProtocol = "classic";

    @Option(names = "--report", paramLabel = "FILE", description = "Write the report as JSON to a file, too.")
    private @Nullable Path reportFile;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Terminal terminal = Terminal.of(output.json() ? spec.commandLine().getErr() : out);
        Workload workload = workload();
        DemoReport report = new Demo(settings(workload), workload, terminal).run();
        report.lines().forEach(terminal::line);
        String json = Json.text(report);
        if (reportFile != null) {
            Files.writeString(reportFile, json + System.lineSeparator());
        }
        if (output.json()) {
            out.println(json);
            out.flush();
        }
        return report.exact() ? 0 : CommandLines.FAILURE;
    }

    private DemoSettings settings(Workload workload) {
        try {
            return new DemoSettings(
                    shards,
                    addShards,
                    partitioner,
                    rate != null ? rate : Math.max(1, workload.records() / DEFAULT_SECONDS),
                    groupProtocol,
                    Duration.ofSeconds(15));
        } catch (IllegalArgumentException e) {
            throw misuse(e.getMessage());
        }
    }

    private Workload workload() throws IOException, InterruptedException {
        if (file == null) {
            try {
                return new ZipfWorkload(records, keys, seed);
            } catch (IllegalArgumentException e) {
                throw misuse(e.getMessage());
            }
        }
        if (input.key().isEmpty()) {
            throw misuse("--key must name the key's columns of the input");
        }
        if (!Files.isReadable(file)) {
            throw misuse("cannot read the file " + file);
        }
        PrintWriter err = spec.commandLine().getErr();
        Consumer<MalformedRowException> skipped = bad -> {
            err.println("skipped " + bad.getMessage());
            err.flush();
        };
        InputFormat format = input.format().orElseGet(() -> InputFormat.of(String.valueOf(file)));
        return FileWorkload.check(
                file,
                format,
                input.key(),
                Optional.ofNullable(value),
                input.skipBad() ? Optional.of(skipped) : Optional.empty());
    }

    private ParameterException misuse(@Nullable String message) {
        return new ParameterException(spec.commandLine(), String.valueOf(message));
    }
}
