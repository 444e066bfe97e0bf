/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import java.time.Duration;
import java.util.Locale;

/**
 * One planned fault.
 *
 * @param kind what is done
 * @param app the instance that it is done to, where the kind concerns one
 * @param broker the broker likewise
 * @param down how long the process is gone or frozen
 * @param pause how long to wait before
 */
record Fault(FaultKind kind, int app, int broker, Duration down, Duration pause) {
    /** For people. */
    String describe() {
        String what = switch (kind) {
            case APP_KILL -> "kill app %d, start it %s later".formatted(app, seconds(down));
            case APP_FREEZE -> "freeze app %d for %s".formatted(app, seconds(down));
            case BROKER_KILL -> "kill broker %d, start it %s later".formatted(broker, seconds(down));
            case APP_AND_BROKER_KILL ->
                "kill broker %d and app %d, start both %s later".formatted(broker, app, seconds(down));
            case APPS_RESTART -> "kill all apps, start them %s later".formatted(seconds(down));
            case BROKERS_IN_TURN -> "kill and start all brokers in turn, beginning with %d".formatted(broker);
        };
        return kind.label() + ": " + what;
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }
}
