/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.KeyOptions;
import io.slipring.hotkeys.SplitChange;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** Ends the split of a key. */
@Command(name = "unsplit", description = "Send all records of a split key to its owner again.")
final class RingUnsplitCommand extends RingChangeCommand {
    @ArgGroup(multiplicity = "1")
    private KeyOptions key = new KeyOptions();

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        return SplitChange.unsplit(before, key.key());
    }
}
