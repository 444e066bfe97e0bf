/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.status;

import io.slipring.cli.command.Json;
import io.slipring.cli.progress.ClusterStatus;
import io.slipring.cli.terminal.Terminal;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Shows a status again and again: drawn over where that can be done, else a line for each application that has changed, as
 * JSON or as text. Not thread-safe.
 */
final class Watch {
    private final Terminal terminal;
    private final StatusLines lines;
    private final boolean json;
    private Set<String> shown = Set.of();
    private List<String> drawn = List.of();

    Watch(Terminal terminal, boolean json) {
        this.terminal = terminal;
        this.lines = new StatusLines(terminal.glyphs());
        this.json = json;
    }

    void show(ClusterStatus status) {
        if (json) {
            terminal.line(Json.line(StatusJson.of(status)));
        } else if (terminal.isInteractive()) {
            drawn = lines.all(status);
            terminal.drawScreen(drawn);
        } else {
            changed(lines.brief(status));
        }
    }

    private void changed(List<String> now) {
        for (String line : now) {
            if (!shown.contains(line)) {
                terminal.line(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + "  " + line);
            }
        }
        shown = new HashSet<>(now);
    }

    /** The cluster could not be asked; what was shown stays, with the reason below it. */
    void failed(Exception failure) {
        String reason = "cannot look: " + failure.getMessage();
        if (!json && terminal.isInteractive()) {
            List<String> all = new ArrayList<>(drawn);
            all.add(reason);
            terminal.drawScreen(all);
        } else if (!json) {
            changed(List.of(reason));
        }
    }
}
