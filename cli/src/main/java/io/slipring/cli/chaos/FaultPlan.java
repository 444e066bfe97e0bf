/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Draws faults from a seed: the same seed gives the same ones. Kinds are dealt from a shuffled deck, so that each comes as
 * often as its share says. Not thread-safe.
 */
final class FaultPlan {
    private static final long MAX_DOWN_MILLIS = 3_000;
    private static final long MAX_PAUSE_MILLIS = 2_000;
    private static final long MAX_FREEZE_MILLIS = 3_000;

    private final Random random;
    private final int apps;
    private final int brokers;
    private final Duration takeover;
    private final List<FaultKind> deck = new ArrayList<>();

    /**
     * Starts a plan.
     *
     * @param takeover how long a frozen instance is at least frozen
     */
    FaultPlan(long seed, int apps, int brokers, Duration takeover) {
        this.random = new Random(seed);
        this.apps = apps;
        this.brokers = brokers;
        this.takeover = takeover;
    }

    /** Draws the next fault. */
    Fault next() {
        if (deck.isEmpty()) {
            Arrays.stream(FaultKind.values()).forEach(kind -> deck.addAll(Collections.nCopies(kind.share(), kind)));
            Collections.shuffle(deck, random);
        }
        FaultKind kind = deck.remove(deck.size() - 1);
        int app = random.nextInt(apps);
        int broker = random.nextInt(brokers);
        Duration down = kind == FaultKind.APP_FREEZE ? takeover.plus(upTo(MAX_FREEZE_MILLIS)) : upTo(MAX_DOWN_MILLIS);
        return new Fault(kind, app, broker, down, upTo(MAX_PAUSE_MILLIS));
    }

    private Duration upTo(long millis) {
        return Duration.ofMillis(random.nextLong(millis + 1));
    }
}
