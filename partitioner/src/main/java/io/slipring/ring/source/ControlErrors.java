/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.ControlTopicException;
import io.slipring.errors.ControlTopicException.Reason;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Gives the clients' failures the names under which we document them. */
final class ControlErrors {
    private ControlErrors() {}

    /** The same failure, named after the control topic where that is what it is about. */
    static KafkaException named(ControlTopicConfig config, KafkaException failure) {
        if (failure instanceof UnknownTopicOrPartitionException) {
            return new ControlTopicException(
                    Reason.MISSING,
                    "Control " + config.place() + " does not exist; create it with `slipring ring create`, or set "
                            + RingSourceConfig.TOPIC_CONFIG + " to the one in use",
                    failure);
        }
        if (failure instanceof AuthorizationException || failure instanceof AuthenticationException) {
            return new ControlTopicException(
                    Reason.ACCESS,
                    "Control " + config.place() + " is closed to this client: " + failure.getMessage()
                            + "; readers need READ on the topic, writers WRITE on it and on the transactional id, and"
                            + " settings under " + RingSourceConfig.CLIENT_PREFIX + " override the client's own",
                    failure);
        }
        return failure;
    }
}
