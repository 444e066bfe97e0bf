/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.source.ControlSnapshot;
import java.util.Map;

/**
 * What was found out of the cluster, to be judged without asking it again.
 *
 * @param control what the control topic holds
 * @param paces how fast tasks go
 * @param groups by application id; empty if groups were not asked for
 * @param nowMs when, in milliseconds since the epoch
 */
public record StatusFacts(
        ControlSnapshot control, Map<TaskId, Pace> paces, Map<String, GroupFacts> groups, long nowMs) {
    public StatusFacts {
        paces = Map.copyOf(paces);
        groups = Map.copyOf(groups);
    }
}
