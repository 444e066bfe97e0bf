/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import io.slipring.ring.source.ControlPlane;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells where keys go. */
@Command(name = "route", description = "Tell the shard and partition of keys.")
final class RingRouteCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Option(names = "--key", required = true, paramLabel = "KEY", description = "A key as text, in UTF-8. Repeatable.")
    private List<String> keys = new ArrayList<>();

    @Override
    public Integer call() {
        Ring chosen;
        try (ControlPlane plane = ControlPlane.of(ring.control(connection.clientConfig(), connection.timeout()))) {
            chosen = ring.choose(plane.read());
        }
        List<Map<String, Object>> routes =
                keys.stream().map(key -> route(chosen, key)).toList();
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.text(routes.size() == 1 ? routes.get(0) : routes));
        } else {
            routes.forEach(route -> out.println("%s  token %s  vnode %s  shard %s  partition %s"
                    .formatted(
                            route.get("key"),
                            route.get("token"),
                            route.get("vnode"),
                            route.get("shard"),
                            route.get("partition"))));
        }
        out.flush();
        return 0;
    }

    private static Map<String, Object> route(Ring ring, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        Map<String, Object> route = new LinkedHashMap<>();
        route.put("ring", ring.name());
        route.put("epoch", ring.epoch().value());
        route.put("key", key);
        route.put("token", "%016x".formatted(Tokens.token(bytes)));
        route.put("vnode", Tokens.vnode(bytes));
        route.put("shard", ring.ownerOf(bytes).id().value());
        route.put("partition", ring.partitionOf(bytes));
        return route;
    }
}
