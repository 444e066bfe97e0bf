/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts records that go to the dead-letter topic, by the task that meets them. Thread-safe. */
final class DeadLetters {
    private final LongAdder all = new LongAdder();
    private final Map<String, Runnable> meters = new ConcurrentHashMap<>();

    /** Tells a task's meter of its dead letters from now on. */
    void meter(String task, Runnable meter) {
        meters.put(task, meter);
    }

    /** Forgets a task's meter, unless another one has taken its place. */
    void forget(String task, Runnable meter) {
        meters.remove(task, meter);
    }

    void add(String task) {
        all.increment();
        Runnable meter = meters.get(task);
        if (meter != null) {
            meter.run();
        }
    }

    long count() {
        return all.sum();
    }
}
