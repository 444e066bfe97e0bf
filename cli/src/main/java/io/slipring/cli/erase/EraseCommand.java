/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.erase;

import io.slipring.cli.command.CommandLines;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.KeyOptions;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.ring.RingOptions;
import io.slipring.processor.audit.Eraser;
import io.slipring.processor.audit.ErasureReport;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Erases a key from a running application; see {@link Eraser}. */
@Command(
        name = "erase",
        description = {
            "Erase a key's state from a running application, wherever splits and moves have left it, and prove it.",
            "Without --execute it only says what there is. Erase the key's records from the source topics first: what the"
                    + " application reads of it afterwards starts anew. Exits 1 unless all is gone."
        })
public final class EraseCommand implements Callable<Integer> {
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

    @ArgGroup(multiplicity = "1")
    private What what = new What();

    @Option(names = "--execute", description = "Do it.")
    private boolean execute;

    /** A key, or what has been erased before. */
    static final class What {
        @ArgGroup(multiplicity = "1")
        private @Nullable KeyOptions key;

        @Option(names = "--list", description = "List what has been erased from the application.")
        private boolean list;
    }

    @Override
    public Integer call() {
        Eraser eraser = new Eraser(ring.control(connection.clientConfig(), connection.timeout()));
        Optional<String> given = Optional.ofNullable(ring.given());
        PrintWriter out = spec.commandLine().getOut();
        if (what.list || what.key == null) {
            ErasedKeysView view = new ErasedKeysView(eraser.erasures(applicationId, given));
            if (output.json()) {
                out.println(Json.text(view.json()));
            } else {
                view.lines().forEach(out::println);
            }
            out.flush();
            return 0;
        }
        byte[] key = what.key.key();
        ErasureReport report =
                execute ? eraser.erase(applicationId, given, key) : eraser.find(applicationId, given, key);
        ErasureView view = new ErasureView(report);
        if (output.json()) {
            out.println(Json.text(view.json()));
        } else {
            view.lines().forEach(out::println);
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        view.problems().forEach(err::println);
        err.flush();
        return view.problems().isEmpty() ? 0 : CommandLines.FAILURE;
    }
}
