/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.CommandFailure;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlSnapshot;
import java.util.NavigableMap;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Goes back to an earlier table. */
@Command(
        name = "revert",
        description = {
            "Publish an earlier epoch's table as a new epoch; the state moves back like in any other change.",
            "Partitions added since stay, drained."
        })
final class RingRevertCommand extends RingChangeCommand {
    @Option(names = "--to-epoch", required = true, paramLabel = "E", description = "Epoch to go back to.")
    private int epoch;

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        NavigableMap<Epoch, Ring> epochs =
                Objects.requireNonNull(snapshot.rings().get(before.name()));
        return epochs.values().stream()
                .filter(candidate -> candidate.epoch().value() == epoch)
                .findFirst()
                .map(earlier -> Rings.revert(before, earlier))
                .orElseThrow(() -> new CommandFailure("ring %s has no epoch %d, there are %d to %d"
                        .formatted(
                                before.name(),
                                epoch,
                                epochs.firstKey().value(),
                                epochs.lastKey().value())));
    }
}
