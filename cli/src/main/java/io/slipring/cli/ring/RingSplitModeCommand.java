/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.hotkeys.SplitChange;
import io.slipring.ring.Ring;
import io.slipring.ring.SplitMode;
import io.slipring.ring.source.ControlSnapshot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets whether hot keys may be spread. */
@Command(
        name = "split-mode",
        description = {
            "Set whether hot keys may be spread over several shards.",
            "off: never. declared: the keys that the ring lists. adaptive: those, and what each producer finds hot."
        })
final class RingSplitModeCommand extends RingChangeCommand {
    @Parameters(paramLabel = "MODE", description = "off, declared or adaptive.")
    private String mode = "";

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        return SplitChange.mode(before, SplitMode.ofWireName(mode));
    }
}
