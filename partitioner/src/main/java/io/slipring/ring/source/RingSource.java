/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * All known epochs of one ring, kept up to date.
 *
 * <p>Instances are thread-safe. Once a ring is known, {@link #current()}, {@link #ring}, {@link #oldest()} and {@link
 * #known()} answer from an immutable snapshot and never block; before that they wait for the first load, at most for the
 * timeout that the source was opened with. A known epoch stays known and never changes, whatever happens to the place it
 * was read from.
 *
 * <p>Whoever opened a source closes it, once or more often; what was opened twice is closed twice. A closed source keeps
 * answering with what it knew, but learns and notifies no more.
 *
 * <p>While no ring is known, every method but {@link #subscribe} and {@link #close()} throws what stands in the way:
 * {@link io.slipring.errors.RingNotFoundException} (the place holds no such ring), {@link
 * io.slipring.errors.RingFormatException} (only damaged or unknown definitions), {@link
 * io.slipring.errors.ControlTopicException} (the control topic is missing, unusable or closed to us) or {@link
 * io.slipring.errors.RingTimeoutException}.
 */
public interface RingSource extends AutoCloseable {
    /** Newest known epoch of the ring. */
    Ring current();

    /**
     * The ring at an epoch.
     *
     * @throws io.slipring.errors.RingNotFoundException if the epoch is not known
     */
    Ring ring(Epoch epoch);

    /** Oldest known epoch. */
    Epoch oldest();

    /** Every known epoch of the ring, ascending; never empty. */
    List<Ring> known();

    /**
     * Waits until an epoch or a later one is known.
     *
     * @return the newest known ring
     * @throws io.slipring.errors.RingTimeoutException if it is not known in time; says what was waited for
     */
    Ring await(Epoch atLeast, Duration timeout);

    /**
     * Calls a listener with every ring known now, ascending, on this thread; then with each further one as it becomes
     * known, on the source's thread. Each ring is delivered once and calls never overlap. A listener must be quick and
     * must not wait for another thread that uses this source's subscriptions. Does not wait for the first load.
     *
     * @return ends the subscription: when its {@code close} returns, no call is running or will follow
     */
    Subscription subscribe(Consumer<? super Ring> listener);

    /** Releases what the source holds; never throws. */
    @Override
    void close();

    /** A listener's standing registration. */
    @FunctionalInterface
    interface Subscription extends AutoCloseable {
        /** Ends it; never throws. */
        @Override
        void close();
    }
}
