/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import java.util.List;

/**
 * What the cluster says of an application's consumer group.
 *
 * @param state its state in lower case, {@value #NONE} if there is no such group, {@value #UNKNOWN} if we may not know
 * @param offsets where it is
 * @param refusals what could not be asked, and why
 */
public record GroupFacts(String state, GroupOffsets offsets, List<String> refusals) {
    /** State of a group that does not exist. */
    public static final String NONE = "none";
    /** State of a group that we know nothing of. */
    public static final String UNKNOWN = "unknown";

    public GroupFacts {
        refusals = List.copyOf(refusals);
    }

    /** Whether it is known that nobody is in the group. */
    public boolean isDeserted() {
        return state.equals(NONE) || state.equals("empty") || state.equals("dead");
    }
}
