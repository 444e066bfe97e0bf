/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What has been produced, key by key: the oracle. Thread-safe. */
final class Tally {
    private final Map<String, Sum> sums = new ConcurrentHashMap<>();

    record Sum(long records, long sum) {
        Sum plus(Sum other) {
            return new Sum(records + other.records, sum + other.sum);
        }
    }

    void add(String key, long number) {
        sums.merge(key, new Sum(1, number), Sum::plus);
    }

    /** What several producers have produced together. */
    static Tally of(NumbersProducer... producers) {
        Tally together = new Tally();
        for (NumbersProducer producer : producers) {
            producer.tally().sums.forEach((key, sum) -> together.sums.merge(key, sum, Sum::plus));
        }
        return together;
    }

    Map<String, Sum> sums() {
        return Map.copyOf(sums);
    }

    long records() {
        return sums.values().stream().mapToLong(Sum::records).sum();
    }
}
