/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.Ring;
import java.util.List;

/**
 * Where the applications of a ring stand.
 *
 * @param ring its newest epoch
 * @param apps those that were asked for, in order of their ids
 */
public record RingStatus(Ring ring, List<AppStatus> apps) {
    public RingStatus {
        apps = List.copyOf(apps);
    }
}
