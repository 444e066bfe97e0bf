/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.simulate.RingDrawing;
import io.slipring.cli.terminal.Terminal;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.RingFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows a ring, and how far the applications bound to it are. */
@Command(
        name = "describe",
        description = "Show a ring, its shards, and the applications bound to it; every ring if none is named.")
final class RingDescribeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Option(names = "--epoch", paramLabel = "E", description = "An older epoch of the ring that is named.")
    private @Nullable Integer epoch;

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description = "Also write all epochs of the ring to a file for slipring.ring.file.")
    private @Nullable Path export;

    @Override
    public Integer call() throws IOException {
        ControlSnapshot snapshot;
        try (ControlPlane plane = ControlPlane.of(ring.control(connection.clientConfig(), connection.timeout()))) {
            snapshot = plane.read();
        }
        PrintWriter err = spec.commandLine().getErr();
        snapshot.refused().forEach((key, reason) -> err.println("unreadable: " + key + ": " + reason));
        err.flush();
        List<Ring> shown = shown(snapshot);
        if (export != null) {
            Ring one = shown.size() == 1 ? shown.get(0) : ring.choose(snapshot);
            RingFile.write(export, epochs(snapshot, one.name()));
        }
        print(snapshot, shown);
        return 0;
    }

    private List<Ring> shown(ControlSnapshot snapshot) {
        if (epoch != null) {
            Ring newest = ring.choose(snapshot);
            return List.of(epochs(snapshot, newest.name()).stream()
                    .filter(candidate -> candidate.epoch().value() == epoch)
                    .findFirst()
                    .orElseThrow(() -> new CommandFailure("ring %s has no epoch %d, the newest is %d"
                            .formatted(newest.name(), epoch, newest.epoch().value()))));
        }
        if (ring.given() != null || snapshot.rings().isEmpty()) {
            return List.of(ring.choose(snapshot));
        }
        List<Ring> all = new ArrayList<>();
        snapshot.rings().values().forEach(epochs -> all.add(epochs.lastEntry().getValue()));
        return all;
    }

    private static Collection<Ring> epochs(ControlSnapshot snapshot, String name) {
        Map<Epoch, Ring> epochs = snapshot.rings().get(name);
        return epochs == null ? List.of() : epochs.values();
    }

    private void print(ControlSnapshot snapshot, List<Ring> shown) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            List<Map<String, Object>> rings = shown.stream()
                    .map(one -> {
                        Map<String, Object> json = RingView.of(one).json();
                        json.put(
                                "applications",
                                AppView.of(snapshot, one).stream()
                                        .map(AppView::json)
                                        .toList());
                        return json;
                    })
                    .toList();
            out.println(Json.text(rings.size() == 1 ? rings.get(0) : rings));
        } else {
            for (Ring one : shown) {
                RingView.of(one).lines().forEach(out::println);
                RingDrawing.lines(
                                one,
                                recordsHeld(snapshot, one),
                                Terminal.of(out).glyphs())
                        .forEach(out::println);
                AppView.of(snapshot, one).forEach(app -> app.lines().forEach(out::println));
            }
        }
        out.flush();
    }

    /** The records behind the state that each shard holds, by ascending id, over all applications; nothing if none says. */
    private static List<Double> recordsHeld(ControlSnapshot snapshot, Ring ring) {
        Map<Integer, Double> byPartition = new HashMap<>();
        AppView.of(snapshot, ring).stream()
                .flatMap(app -> app.tasks().stream())
                .forEach(task -> byPartition.merge(task.getPartition(), (double) task.getRecordsHome(), Double::sum));
        if (byPartition.isEmpty()) {
            return List.of();
        }
        return ring.shards().stream()
                .map(shard -> byPartition.getOrDefault(shard.partition(), 0.0))
                .toList();
    }
}
