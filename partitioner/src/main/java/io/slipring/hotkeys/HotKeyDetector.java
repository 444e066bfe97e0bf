/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the hot keys in a stream of records: {@link #sample} for one record in {@value #SAMPLED}, {@link #tick} every now
 * and then.
 *
 * <p>A sampled record leaves its token in a buffer; ticks count them, and end the window once it
 * is long enough and holds enough samples to tell a key at the threshold from chance. So senders pay one atomic
 * step and a random number per sample; counting, forgetting and deciding are the ticking thread's. A buffer that is full
 * before the next tick takes no more until then.
 *
 * <p>The key itself is not kept with each sample: once a token was found hot, its key is taken from the next sample of it.
 *
 * <p>Thread-safe. Sampling takes no lock and allocates nothing, but for the copy of a hot key, once.
 */
public final class HotKeyDetector {
    /** One record in so many is looked at. */
    public static final int SAMPLED = 16;

    private static final int BUFFER = 8_192;

    /** How many samples a key at the threshold has in the smallest window. */
    private static final int SAMPLES_AT_THRESHOLD = 8;

    private final long windowNanos;
    private final SplitRule rule;
    private final IntSupplier random;
    private final AtomicLongArray buffer = new AtomicLongArray(BUFFER);
    private final AtomicInteger next = new AtomicInteger();
    private final HotKeyTracker tracker;
    private volatile WantedKeys wanted = WantedKeys.NONE;
    private volatile HotKeyWindow last = HotKeyWindow.NONE;

    // Guarded by this.
    private @Nullable TokenSketch sketch;
    private int shards;
    private long startedNanos;
    private boolean started;

    /**
     * Starts with nothing known.
     *
     * @param window the shortest length of a window
     * @param random any int, thread-safe
     */
    public HotKeyDetector(Duration window, SplitRule rule, IntSupplier random) {
        this.windowNanos = window.toNanos();
        this.rule = rule;
        this.random = random;
        this.tracker = new HotKeyTracker(rule);
    }

    /**
     * Takes a sample.
     *
     * @param key its serialized key; copied if it is kept
     * @return how many records on the next sample is due, 1 to 31, by chance: a fixed distance would fall in step with streams
     *     that repeat
     */
    public int sample(long token, byte[] key) {
        WantedKeys open = wanted;
        if (!open.isEmpty()) {
            open.offer(token, key);
        }
        if (next.get() < BUFFER) {
            int at = next.getAndIncrement();
            if (at < BUFFER) {
                buffer.setRelease(at, token);
            }
        }
        return 1 + Integer.remainderUnsigned(random.getAsInt(), 2 * SAMPLED - 1);
    }

    /**
     * Counts the samples since the last call, and ends the window if it is complete.
     *
     * @param nowNanos {@link System#nanoTime}
     * @param shardsNow over which a key can be spread, at least 1; another number than before begins a new window
     * @return whether a window ended
     */
    public synchronized boolean tick(long nowNanos, int shardsNow) {
        TokenSketch open = sketch;
        if (open == null || shardsNow != shards || !started) {
            open = new TokenSketch(rule.threshold(shardsNow));
            sketch = open;
            shards = shardsNow;
            startedNanos = nowNanos;
            started = true;
        }
        int filled = Math.min(BUFFER, next.get());
        for (int i = 0; i < filled; i++) {
            // A sender may have taken a place and not filled it yet: its sample then counts next time.
            long token = buffer.getAndSet(i, 0);
            if (token != 0) {
                open.add(token);
            }
        }
        if (filled > 0) {
            next.set(0);
        }
        long length = nowNanos - startedNanos;
        if (length < windowNanos || open.total() < SAMPLES_AT_THRESHOLD / rule.threshold(shards)) {
            return false;
        }
        endWindow(open, length);
        startedNanos = nowNanos;
        return true;
    }

    private void endWindow(TokenSketch open, long length) {
        WantedKeys found = wanted;
        LongFunction<byte @Nullable []> keys = found::find;
        tracker.window(open.above(rule.threshold(shards) / 4), open.total(), shards, keys);
        last = new HotKeyWindow(last.number() + 1, open.total(), length, tracker.hot());
        long[] unknown = tracker.wanted();
        wanted = unknown.length == 0 ? WantedKeys.NONE : new WantedKeys(unknown);
        open.clear();
    }

    /** The last window that ended; {@link HotKeyWindow#NONE} before the first. */
    public HotKeyWindow last() {
        return last;
    }
}
