/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The baseline that everybody knows: vnode modulo the number of shards. */
final class ModuloPlacement implements Placement {

    static final String NAME = "modulo";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public VnodeTable place(@Nullable Ring previous, List<Shard> wanted) {
        int[] active = IntStream.range(0, wanted.size())
                .filter(i -> !wanted.get(i).isDrained())
                .toArray();
        EqualWeights.check(NAME, wanted);
        return VnodeTable.of(vnode -> active[vnode % active.length]);
    }
}
