/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.AccessException;
import io.slipring.errors.ControlTopicException;
import io.slipring.errors.ControlTopicException.Reason;
import io.slipring.errors.SlipringException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Gives the clients' failures the names under which we document them. */
final class ControlErrors {
    private ControlErrors() {}

    /**
     * The same failure, named after the control topic where that is what it is about.
     *
     * @param right what it takes to do what failed
     */
    static KafkaException named(ControlTopicConfig config, KafkaException failure, String right) {
        if (failure instanceof SlipringException) {
            return failure;
        }
        if (failure instanceof UnknownTopicOrPartitionException) {
            return new ControlTopicException(
                    Reason.MISSING,
                    "Control " + config.place() + " does not exist; create it with `slipring ring create`, or set "
                            + RingSourceConfig.TOPIC_CONFIG + " to the one in use",
                    failure);
        }
        // A producer wraps what ended it.
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
                String needed = cause instanceof AuthorizationException && !(cause instanceof AccessException)
                        ? "; it needs " + right
                        : "";
                return new ControlTopicException(
                        Reason.ACCESS,
                        "Control " + config.place() + " is closed to this client: " + cause.getMessage() + needed
                                + "; settings under " + RingSourceConfig.CLIENT_PREFIX + " override the client's own",
                        failure);
            }
        }
        return failure;
    }

    /** The same failure, of a reader. */
    static KafkaException namedReading(ControlTopicConfig config, KafkaException failure) {
        return named(config, failure, "READ on topic " + config.topic());
    }
}
