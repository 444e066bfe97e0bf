/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.testkit.JavaProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/** Looks at transactions as the brokers see them. */
final class Transactions {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAUSE_NANOS = 50_000_000;

    private final Admin admin;

    Transactions(Admin admin) {
        this.admin = admin;
    }

    /** The transactional id of the only instance of an application, which has one stream thread. */
    String idOf(String applicationId) {
        List<String> ids = all().stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(applicationId))
                .toList();
        if (ids.size() != 1) {
            throw new AssertionError("One transactional id wanted of " + applicationId + ", there are " + ids);
        }
        return ids.get(0);
    }

    TransactionDescription describe(String id) {
        try {
            return admin.describeTransactions(List.of(id)).description(id).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private List<TransactionListing> all() {
        try {
            return List.copyOf(admin.listTransactions().all().get());
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a transaction is as wanted. */
    private void await(String id, String what, Predicate<TransactionDescription> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        TransactionDescription now = describe(id);
        while (!wanted.test(now)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "Waited " + PATIENCE + " for " + what + ", the transaction is " + now + ", there are " + all());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            now = describe(id);
        }
    }

    /**
     * Waits until the process whose transaction was ended has started a producer anew: under the same id, or under that of the
     * thread which has taken the place of its only one.
     */
    void awaitNewStart(String id, TransactionDescription ended) {
        String process = id.substring(0, id.lastIndexOf('-') + 1);
        await(
                id,
                "a new start of a producer of " + process + "*",
                now -> now.producerId() != ended.producerId()
                        || now.producerEpoch() > ended.producerEpoch()
                        || all().stream()
                                .map(TransactionListing::transactionalId)
                                .anyMatch(other -> other.startsWith(process) && !other.equals(id)));
    }

    /** Ends a hanging transaction as its operator would, with an abort. */
    void terminate(String id) {
        try {
            admin.forceTerminateTransaction(id).result().get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
        await(
                id,
                "the end of the transaction",
                now -> now.state() == TransactionState.EMPTY || now.state() == TransactionState.COMPLETE_ABORT);
    }

    /** Freezes a process at a moment at which its transaction is open. */
    TransactionDescription freezeInside(JavaProcess process, String id) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            process.pause();
            TransactionDescription frozen = describe(id);
            if (frozen.state() == TransactionState.ONGOING) {
                return frozen;
            }
            process.resume();
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Waited " + PATIENCE + " for an open transaction, it is " + frozen);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Settings of an instance whose transactions are open nearly always. */
    static Map<String, String> longOnes() {
        return Map.of("commit.interval.ms", "3000");
    }
}
