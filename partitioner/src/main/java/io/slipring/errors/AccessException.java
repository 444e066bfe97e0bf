/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * The brokers refuse something to this client. The message names what it wanted and the right that it lacks, as the brokers'
 * own answer to an admin request names neither.
 */
public final class AccessException extends AuthorizationException {
    /**
     * Makes one.
     *
     * @param wanted what was asked for, such as "the creation of topic x"
     * @param right what it takes, such as "CREATE on topic x"
     * @param refusal the brokers' answer; null if they were asked for the rights themselves
     */
    public AccessException(String wanted, String right, @Nullable AuthorizationException refusal) {
        super(
                "Not authorized for " + wanted + "; this client needs " + right
                        + (refusal == null ? "" : " (" + refusal.getMessage() + ")"),
                refusal);
    }

    /** Makes one from a consumer's, whose message names the topics alone. */
    public static AccessException reading(TopicAuthorizationException refusal) {
        return new AccessException(
                "records of topics " + refusal.unauthorizedTopics(), "READ on these topics", refusal);
    }
}
