/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import org.apache.kafka.common.errors.RetriableException;

/** A key's owner runs at another instance; ask there, or retry after a rebalance. */
public final class KeyNotLocalException extends RetriableException {
    private static final long serialVersionUID = 1L;

    private final int partition;

    KeyNotLocalException(int partition, String message) {
        super(message);
        this.partition = partition;
    }

    /** Partition of the task that owns the key. */
    public int partition() {
        return partition;
    }
}
