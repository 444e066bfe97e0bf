/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares placements on keys of the user's own, without changing anything anywhere. */
@Command(
        name = "simulate",
        description = "Compare placements: how even they are, and what a change would move. Changes nothing.")
public final class SimulateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(
            names = "--keys",
            paramLabel = "KEYS",
            defaultValue = "zipf:1.0:100000",
            description =
                    "FILE (a key per line, .gz too), topic:NAME or zipf:EXPONENT:KEYS (default ${DEFAULT-VALUE}).")
    private String keys = "";

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "12",
            description = "Shards before the change (default ${DEFAULT-VALUE}).")
    private int shards;

    @Option(
            names = "--change",
            paramLabel = "CHANGE",
            split = ",",
            defaultValue = "add:1,remove:1,weight:0:2",
            description = "add:N, remove:N or weight:SHARD:WEIGHT; repeatable (default ${DEFAULT-VALUE}).")
    private List<String> changes = List.of();

    @Option(
            names = "--placement",
            paramLabel = "NAME",
            split = ",",
            description = "Placements to compare, by comma (default all).")
    private @Nullable List<String> placements;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with pictures.")
    private @Nullable Path html;

    @Override
    public Integer call() {
        List<Change> parsed = changes.stream()
                .map(text -> argument("--change", text, Change::parse))
                .toList();
        KeySource source = argument("--keys", keys, KeySource::parse);
        List<String> compared = placements == null ? Placements.names() : placements;
        compared.forEach(name -> argument("--placement", name, Placements::byName));
        if (shards < 1 || shards > Ring.MAX_SHARDS) {
            throw usage("--shards must be 1.." + Ring.MAX_SHARDS + ", was " + shards);
        }
        KeyLoad load = load(source);
        List<Outcome> outcomes =
                new Simulation(load, ring -> LookupTimer.nanos(ring, load.sample())).run(shards, compared, parsed);
        if (html != null) {
            write(html, HtmlReport.page(load, outcomes));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.text(outcomes.stream().map(Outcome::json).toList()));
        } else {
            OutcomeTable.lines(load, outcomes).forEach(out::println);
        }
        out.flush();
        return 0;
    }

    private KeyLoad load(KeySource source) {
        if (source instanceof KeySource.Zipf zipf) {
            return KeyLoads.of(zipf);
        }
        if (source instanceof KeySource.Topic topic) {
            return KeyLoads.of(topic, connection.clientConfig(), connection.timeout());
        }
        return KeyLoads.of((KeySource.Lines) source);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailure("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private <T> T argument(String option, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
