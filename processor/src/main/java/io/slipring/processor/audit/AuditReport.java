/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import java.util.List;
import java.util.Optional;

/**
 * What an audit found.
 *
 * @param ring name of the ring
 * @param applicationId the application
 * @param verdict what it comes to
 * @param cuts cuts that were taken, at least 1
 * @param tasks figures of the last cut, by ascending partition
 * @param recount what the source topics hold; empty if they were not recounted
 * @param findings what is wrong; of an unsettled audit, what was wrong with the last cut
 */
public record AuditReport(
        String ring,
        String applicationId,
        Verdict verdict,
        int cuts,
        List<Task> tasks,
        Optional<Recount> recount,
        List<Finding> findings) {
    public AuditReport {
        tasks = List.copyOf(tasks);
        findings = List.copyOf(findings);
    }

    /** What an audit comes to. */
    public enum Verdict {
        /** Every record consumed is in a home state, in flight or expired, once, and each key has one owner. */
        EXACT,
        /** It is not so. */
        DIFFERENT,
        /** Each cut showed something else, until the time was over. */
        UNSETTLED
    }

    /** Whether all is as it must be. */
    public boolean isExact() {
        return verdict == Verdict.EXACT;
    }

    /**
     * A task's figures, all in records unless said otherwise, as of its own last commit before the cut.
     *
     * @param partition the task's
     * @param epoch that the task has adopted
     * @param commit number of that commit
     * @param consumed folded source records
     * @param skipped source records without key or value, or refused
     * @param home in its home store, counted
     * @param sent to other tasks
     * @param received from other tasks
     * @param inFlight sent to it and not received, counted in the transfer topic; negative where its own commit is younger than
     *     the senders'
     * @param expired expired or erased
     * @param keys keys in its home store, counted
     * @param difference found at this task beyond what the ledgers say, in home state and in flight; 0 if exact
     */
    public record Task(
            int partition,
            int epoch,
            long commit,
            long consumed,
            long skipped,
            long home,
            long sent,
            long received,
            long inFlight,
            long expired,
            long keys,
            long difference) {}

    /**
     * What the source topics hold up to the cut.
     *
     * @param partitions by ascending partition
     * @param differingKeys keys of which the source topics hold other numbers of records than the state and the transfers
     */
    public record Recount(List<Partition> partitions, long differingKeys) {
        public Recount {
            partitions = List.copyOf(partitions);
        }

        /**
         * A partition of the source topics, over all of them.
         *
         * @param records that the topics hold up to where the task has read
         * @param withoutKeyOrValue those of them that nobody could fold
         * @param deadLetters those of them that are in the dead-letter topic
         * @param difference records that reached the task, beyond the dead letters, less records; 0 if exact
         */
        public record Partition(
                int partition, long records, long withoutKeyOrValue, long deadLetters, long difference) {}
    }
}
