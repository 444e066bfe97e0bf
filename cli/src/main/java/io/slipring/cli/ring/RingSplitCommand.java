/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.KeyOptions;
import io.slipring.hotkeys.Heat;
import io.slipring.hotkeys.SplitChange;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Declares a key split. */
@Command(
        name = "split",
        description = {
            "Spread the records of a key over several shards.",
            "Whoever reads the topic finds the key in as many partitions, and no order between them."
        })
final class RingSplitCommand extends RingChangeCommand {
    @ArgGroup(multiplicity = "1")
    private KeyOptions key = new KeyOptions();

    @Option(
            names = "--ways",
            paramLabel = "N",
            description = "Over how many shards; by default what producers' reports suggest.")
    private @Nullable Integer ways;

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        byte[] bytes = key.key();
        return SplitChange.split(before, bytes, ways != null ? ways : suggested(before, snapshot, bytes));
    }

    private static int suggested(Ring before, ControlSnapshot snapshot, byte[] key) {
        Heat heat = Heat.of(before, snapshot.hotKeys(before.name()), System.currentTimeMillis());
        return heat.hot().stream()
                .filter(hot -> Arrays.equals(hot.key(), key))
                .mapToInt(
                        hot -> SplitRule.DEFAULT.ways(hot.share(), heat.loads().size()))
                .filter(suggested -> suggested > 1)
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        "no producer reports that the key is hot, so say over how many shards: --ways N"));
    }
}
