/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static io.slipring.ring.Tokens.VNODES;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The textbook ring of Karger et al. (1997), "Consistent Hashing and Random Trees": each shard throws V tokens per unit of
 * weight onto the circle, the token of the i-th being the hash of the text {@code <shard id>#<i>}; a vnode belongs to
 * the shard of the first token at or after its start, clockwise, in unsigned order. Of equal tokens the one of the lowest
 * shard id counts, so the order of the shards does not matter. Does not depend on the previous ring.
 *
 * <p>Only the lowest token in each vnode's arc can decide anything, so nothing is sorted: one pass over the tokens and one
 * over the vnodes.
 */
final class HashedPlacement implements Placement {

    static final String NAME = "hashed";
    static final String TOKENS_PER_WEIGHT = "tokens.per.weight";
    static final int DEFAULT_TOKENS_PER_WEIGHT = 200;

    private static final int MAX_TOKENS_PER_WEIGHT = 100_000;
    private static final long MAX_TOKENS = 1L << 24;
    private static final int NOBODY = -1;

    private final int tokensPerWeight;
    private final ToLongFunction<byte[]> hash;

    HashedPlacement(int tokensPerWeight) {
        this(tokensPerWeight, Tokens::token);
    }

    HashedPlacement(int tokensPerWeight, ToLongFunction<byte[]> hash) {
        if (tokensPerWeight < 1 || tokensPerWeight > MAX_TOKENS_PER_WEIGHT) {
            throw new IllegalArgumentException(
                    TOKENS_PER_WEIGHT + " must be 1.." + MAX_TOKENS_PER_WEIGHT + ", was " + tokensPerWeight);
        }
        this.tokensPerWeight = tokensPerWeight;
        this.hash = hash;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, String> config() {
        return Map.of(TOKENS_PER_WEIGHT, Integer.toString(tokensPerWeight));
    }

    @Override
    public VnodeTable place(@Nullable Ring previous, List<Shard> wanted) {
        long tokens = tokensPerWeight * wanted.stream().mapToLong(Shard::weight).sum();
        if (tokens > MAX_TOKENS) {
            throw new IllegalArgumentException("placement hashed must have at most " + MAX_TOKENS + " tokens, but "
                    + tokensPerWeight + " per unit of weight make " + tokens + "; use smaller weights");
        }
        long[] lowest = new long[VNODES];
        int[] owner = new int[VNODES];
        Arrays.fill(owner, NOBODY);
        for (int index = 0; index < wanted.size(); index++) {
            Shard shard = wanted.get(index);
            for (int i = 0; i < tokensPerWeight * shard.weight(); i++) {
                long token = hash.applyAsLong((shard.id() + "#" + i).getBytes(StandardCharsets.UTF_8));
                int arc = Tokens.vnode(token);
                if (owner[arc] == NOBODY || Long.compareUnsigned(token, lowest[arc]) < 0) {
                    lowest[arc] = token;
                    owner[arc] = index;
                }
            }
        }
        inheritClockwise(owner);
        return VnodeTable.of(vnode -> owner[vnode]);
    }

    /** An arc without a token takes the owner of the next arc; the arcs after the last token take the first one's. */
    private static void inheritClockwise(int[] owner) {
        int next = NOBODY;
        for (int vnode = 2 * VNODES - 1; vnode >= 0; vnode--) {
            int arc = vnode & (VNODES - 1);
            if (owner[arc] == NOBODY) {
                owner[arc] = next;
            }
            next = owner[arc];
        }
    }
}
