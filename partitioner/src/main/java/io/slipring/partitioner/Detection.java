/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlTopicConfig;
import org.jspecify.annotations.Nullable;

/** Has a router look for hot keys while it is in use, and report them if it is to; see {@link Ticker}. */
final class Detection implements AutoCloseable {
    private final SplittingRouter router;
    private final @Nullable HotKeyReporter reporter;
    private final Runnable stop;

    private Detection(SplittingRouter router, @Nullable HotKeyReporter reporter) {
        this.router = router;
        this.reporter = reporter;
        this.stop = Ticker.instance().every(this::tick);
    }

    /** Starts, without reports. */
    static Detection start(SplittingRouter router) {
        return new Detection(router, null);
    }

    /**
     * Starts.
     *
     * @param control where reports go, if the settings want any
     * @param clientId of the client, for reports
     */
    static Detection start(
            SplittingRouter router, HotKeySettings settings, ControlTopicConfig control, String clientId) {
        return new Detection(
                router, settings.report() ? new HotKeyReporter(ControlPlane.of(control), router, clientId) : null);
    }

    private void tick() {
        if (router.tick(System.nanoTime()) && reporter != null) {
            reporter.windowEnded(System.currentTimeMillis());
        }
    }

    /** Ends; never throws. */
    @Override
    public void close() {
        stop.run();
        if (reporter != null) {
            reporter.close();
        }
    }
}
