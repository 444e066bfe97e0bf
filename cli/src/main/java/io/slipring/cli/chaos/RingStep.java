/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.ring.Ring;
import java.time.Duration;

/**
 * One planned change of the ring.
 *
 * @param kind addShard, removeShard, setWeight or revert
 * @param what for people
 * @param before the ring that it changes
 * @param after what it becomes
 * @param pause how long to wait before
 */
record RingStep(String kind, String what, Ring before, Ring after, Duration pause) {}
