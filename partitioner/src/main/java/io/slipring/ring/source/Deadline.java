/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.AccessException;
import io.slipring.errors.RingTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** A moment by which a sequence of waits must be over; thread-safe. */
public final class Deadline {
    private final Duration total;
    private final long endNanos;

    private Deadline(Duration total) {
        this.total = total;
        this.endNanos = System.nanoTime() + total.toNanos();
    }

    /** The moment that lies a positive duration ahead. */
    public static Deadline in(Duration total) {
        if (total.isNegative() || total.isZero()) {
            throw new IllegalArgumentException("timeout must be > 0, was " + total);
        }
        return new Deadline(total);
    }

    /** What is left; zero once it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    /** What is left in whole milliseconds, at least 1, as clients take it. */
    public int remainingMillis() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, remaining().toMillis()));
    }

    /** Whether it has passed. */
    public boolean passed() {
        return System.nanoTime() - endNanos >= 0;
    }

    /** The failure of a wait that this deadline ended. */
    public RingTimeoutException timeout(String waitedFor, @Nullable Throwable last) {
        String suffix = last == null ? "" : "; last failure: " + last.getMessage();
        return new RingTimeoutException("Waited " + total.toMillis() + " ms for " + waitedFor + suffix, last);
    }

    /**
     * Waits for an answer.
     *
     * @param right what the brokers want this client to have for it, such as "DESCRIBE on topic x"
     * @throws RingTimeoutException if it doesn't come in time
     * @throws AccessException if the right is missing; names it
     * @throws KafkaException the failure that the answer consists of
     */
    public <T> T await(KafkaFuture<T> answer, String waitedFor, String right) {
        try {
            return answer.get(remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw timeout(waitedFor, null);
        } catch (InterruptedException e) {
            throw new InterruptException("Interrupted while waiting for " + waitedFor, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException slow) {
                throw timeout(waitedFor, slow);
            }
            if (e.getCause() instanceof AuthorizationException refusal) {
                throw new AccessException(waitedFor, right, refusal);
            }
            if (e.getCause() instanceof KafkaException named) {
                throw named;
            }
            throw new KafkaException("Failed while waiting for " + waitedFor, e.getCause());
        }
    }

    /** Lets a moment pass before the next try, never beyond this deadline. */
    public void pause(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(pause.toNanos(), remaining().toNanos()));
        } catch (InterruptedException e) {
            throw new InterruptException("Interrupted between two tries", e);
        }
    }
}
