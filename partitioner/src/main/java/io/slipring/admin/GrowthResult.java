/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a growth did.
 *
 * @param published the ring that is now the newest
 * @param grown topics that got partitions, with the number that they have now; empty if none had to
 * @param untilLed from the request for partitions until each had a leader; zero if none was asked for
 */
public record GrowthResult(Ring published, SortedMap<String, Integer> grown, Duration untilLed) {
    public GrowthResult {
        grown = Collections.unmodifiableSortedMap(new TreeMap<>(grown));
    }
}
