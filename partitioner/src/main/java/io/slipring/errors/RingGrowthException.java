/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Topics could not be grown for the next epoch of a ring; nothing was published. */
public final class RingGrowthException extends SlipringException {
    private final List<String> topics;

    /**
     * Makes one.
     *
     * @param message what stands in the way, and the remedy
     * @param topics the topics that block, if it is known which
     * @param cause what the broker answered, if it did
     */
    public RingGrowthException(String message, Collection<String> topics, @Nullable Throwable cause) {
        super(message, cause);
        this.topics = List.copyOf(topics);
    }

    /** Topics that block; may be empty. */
    public List<String> topics() {
        return topics;
    }
}
