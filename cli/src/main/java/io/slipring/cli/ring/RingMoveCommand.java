/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import io.slipring.ring.VnodeSet;
import io.slipring.ring.source.ControlSnapshot;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Moves vnodes by hand. */
@Command(
        name = "move",
        description = {
            "Move single vnodes to a shard; 'ring route' tells the vnode of a key.",
            "The next change of shards or weights evens the counts out again, so set the weights if it is to last."
        })
final class RingMoveCommand extends RingChangeCommand {
    @Option(
            names = "--vnodes",
            required = true,
            split = ",",
            paramLabel = "A-B",
            description = "Vnodes 0 to 65535, single or in ranges with both ends, by comma: 17,100-199.")
    private List<String> vnodes = new ArrayList<>();

    @Option(names = "--to", required = true, paramLabel = "ID", description = "Shard that is to own them.")
    private int to;

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        return RingChange.on(before).move(parse(vnodes), new ShardId(to)).next();
    }

    static VnodeSet parse(List<String> ranges) {
        VnodeSet.Builder set = VnodeSet.builder();
        for (String range : ranges) {
            String[] bounds = range.strip().split("-", -1);
            int first = vnode(bounds[0], range);
            int last = bounds.length == 1 ? first : vnode(bounds[1], range);
            if (bounds.length > 2 || last < first) {
                throw malformed(range);
            }
            set.addRange(first, last);
        }
        return set.build();
    }

    private static int vnode(String text, String range) {
        try {
            int vnode = Integer.parseInt(text);
            if (vnode >= 0 && vnode <= Character.MAX_VALUE) {
                return vnode;
            }
        } catch (NumberFormatException e) {
            throw malformed(range);
        }
        throw malformed(range);
    }

    private static IllegalArgumentException malformed(String range) {
        return new IllegalArgumentException(
                "--vnodes must be vnodes 0..65535 or ranges of them such as 100-199, was '" + range + "'");
    }
}
