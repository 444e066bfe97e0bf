/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.Optional;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;

/** Tells a failure of Kafka Streams in one line. */
final class Failures {
    private static final String STACK_TRACE = ", stacktrace=";

    private Failures() {}

    /**
     * Where it happened, if Kafka Streams says so, and what it was: class and message of the brokers' refusal, or else of the
     * first cause of its own.
     *
     * @param applicationId names what the brokers' refusal doesn't
     */
    static String describe(Throwable failure, String applicationId) {
        Throwable told = failure;
        while (told instanceof StreamsException && told.getCause() != null) {
            told = told.getCause();
        }
        Optional<AuthorizationException> refusal = refusal(failure);
        if (refusal.isPresent()) {
            told = refusal.get();
        }
        String what = told.getMessage() == null
                ? told.getClass().getSimpleName()
                : told.getClass().getSimpleName() + ": " + told.getMessage();
        String needed =
                refusal.flatMap(refused -> needed(refused, applicationId)).orElse("");
        String where = failure.getMessage();
        if (told == failure || where == null || where.equals(told.toString())) {
            return what + needed;
        }
        int cut = where.indexOf(STACK_TRACE);
        return (cut < 0 ? where : where.substring(0, cut)) + ": " + what + needed;
    }

    /** What the brokers refused, however deep Kafka Streams and its clients wrapped it. */
    static Optional<AuthorizationException> refusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException refused) {
                return Optional.of(refused);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> needed(AuthorizationException refusal, String applicationId) {
        if (refusal instanceof TransactionalIdAuthorizationException) {
            return Optional.of("; application " + applicationId + " needs WRITE on transactional ids that begin with "
                    + applicationId + "-");
        }
        if (refusal instanceof GroupAuthorizationException) {
            return Optional.of("; application " + applicationId + " needs READ on group " + applicationId);
        }
        return Optional.empty();
    }
}
