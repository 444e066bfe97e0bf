/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.AppRemoval;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.schemas.AppRegistration;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Takes a dead application's registration away. */
@Command(
        name = "forget-app",
        description = {
            "Take away the registration of an application that is gone for good, so that its topics no longer hold the"
                    + " ring back.",
            "Its topics and its state stay. Refused while it runs; an application that starts again registers again."
        })
final class RingForgetAppCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Mixin
    private final ExecuteOptions execution = new ExecuteOptions();

    @Option(names = "--application-id", required = true, paramLabel = "ID", description = "The application.")
    private String applicationId = "";

    @Override
    public Integer call() {
        ControlTopicConfig control = ring.control(connection.clientConfig(), connection.timeout());
        ControlSnapshot snapshot;
        try (ControlPlane plane = ControlPlane.of(control)) {
            snapshot = plane.read();
        }
        Ring one = ring.choose(snapshot);
        requireRegistered(snapshot, one);
        try (Admin admin = Admin.create(connection.adminConfig())) {
            AppRemoval removal = new AppRemoval(admin, control);
            if (execution.execute()) {
                boolean unused = removal.remove(one.name(), applicationId);
            } else {
                removal.requireStopped(applicationId);
            }
        }
        print(one);
        return 0;
    }

    private void print(Ring one) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("ring", one.name());
            json.put("applicationId", applicationId);
            json.put("executed", execution.execute());
            out.println(Json.text(json));
        } else {
            out.println(
                    execution.execute()
                            ? "Ring " + one.name() + " has forgotten application " + applicationId + "."
                            : "Dry run: ring " + one.name() + " would forget application " + applicationId
                                    + "; repeat with --execute");
        }
        out.flush();
    }

    private void requireRegistered(ControlSnapshot snapshot, Ring one) {
        boolean readable = snapshot.apps(one.name()).stream()
                .map(AppRegistration::getApplicationId)
                .anyMatch(applicationId::equals);
        boolean refused = snapshot.refusedApps(one.name()).containsKey("app/" + one.name() + "/" + applicationId);
        if (!readable && !refused) {
            throw new CommandFailure("ring " + one.name() + " knows no application " + applicationId + "; it knows "
                    + snapshot.apps(one.name()).stream()
                            .map(AppRegistration::getApplicationId)
                            .toList());
        }
    }
}
