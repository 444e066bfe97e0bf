/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Epochs;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.RingSource;
import java.time.Duration;
import java.util.function.IntSupplier;

/** The epochs of a ring source, the newest of them limited to what the transfer topic has room for. */
final class SourceEpochs implements Epochs {
    private final RingSource source;
    private final IntSupplier partitions;
    private final Duration timeout;
    private volatile int latest;
    private boolean blocked;

    /**
     * @param partitions partitions that the transfer topic is known to have
     * @param timeout deadline for an epoch that another task has adopted and that this source does not know yet
     */
    SourceEpochs(RingSource source, IntSupplier partitions, Duration timeout) {
        this.source = source;
        this.partitions = partitions;
        this.timeout = timeout;
        refresh();
    }

    /** Looks for a newer epoch that fits. */
    synchronized void refresh() {
        int width = partitions.getAsInt();
        blocked = false;
        for (Ring ring : source.known()) {
            blocked = ring.requiredPartitions() > width;
            if (blocked) {
                break;
            }
            latest = Math.max(latest, ring.epoch().value());
        }
    }

    /** Whether the last look found a newer epoch that does not fit. */
    synchronized boolean isBlocked() {
        return blocked;
    }

    /** The newest ring that this instance knows, whether a task may adopt it or not. */
    Ring newest() {
        return source.current();
    }

    @Override
    public int oldest() {
        return source.oldest().value();
    }

    @Override
    public int latest() {
        return latest;
    }

    @Override
    public Ring ring(int epoch) {
        Epoch wanted = new Epoch(epoch);
        if (source.current().epoch().compareTo(wanted) < 0) {
            source.await(wanted, timeout);
        }
        return source.ring(wanted);
    }
}
