/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import java.util.List;

/**
 * What came of an erasure.
 *
 * @param ring name of the ring
 * @param applicationId the application
 * @param token the key's token
 * @param outcome see there
 * @param entries home entries and partials under way that the key had before
 * @param records source records inside them
 * @param left records of the key that the last look found; 0 if {@link Outcome#GONE}
 * @param unread partitions of the transfer topic in which the erasure has not been read yet; empty unless {@link Outcome#WAITING}
 * @param asked how often the tasks were asked; 0 if {@link Outcome#FOUND}, more than 1 if a change of the ring carried state past an erasure
 * @param transferTopic topic from which the application purges what has been read
 * @param unpurged its partitions that still hold the records of before; empty unless they were not purged in time
 * @param homeTopic changelog from which old values go when it is compacted
 */
public record ErasureReport(
        String ring,
        String applicationId,
        long token,
        Outcome outcome,
        long entries,
        long records,
        long left,
        List<Integer> unread,
        int asked,
        String transferTopic,
        List<Integer> unpurged,
        String homeTopic) {
    public ErasureReport {
        unread = List.copyOf(unread);
        unpurged = List.copyOf(unpurged);
    }

    /** What an erasure comes to. */
    public enum Outcome {
        /** Nobody was asked to erase anything yet. */
        FOUND,
        /** No task has state of the key, and none is under way. */
        GONE,
        /** Some tasks have not read the erasure within the timeout; they will, once they run. */
        WAITING,
        /** All have, but there is state of the key: its records keep coming. */
        BACK
    }
}
