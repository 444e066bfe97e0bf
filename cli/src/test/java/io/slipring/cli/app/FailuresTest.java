/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void describe_wrappedFailure_tellsPlaceAndCauseInOneLine() {
        StreamsException failure = new StreamsException(
                "Exception caught in process. topic=t, partition=3, offset=7, stacktrace=java.lang...",
                new StreamsException(new ArithmeticException("too large")));

        assertThat(Failures.describe(failure, "delays"))
                .isEqualTo(
                        "Exception caught in process. topic=t, partition=3, offset=7: ArithmeticException: too large");
        assertThat(Failures.describe(new IllegalStateException("x"), "delays")).isEqualTo("IllegalStateException: x");
    }

    @Test
    void describe_transactionalIdRefusedDeepInside_namesTheRight() {
        StreamsException failure = new StreamsException(
                "Error encountered trying to initialize transactions",
                new KafkaException(
                        "Cannot execute transactional method because we are in an error state",
                        new TransactionalIdAuthorizationException("Transactional Id authorization failed.")));

        assertThat(Failures.describe(failure, "delays"))
                .isEqualTo("Error encountered trying to initialize transactions: TransactionalIdAuthorizationException:"
                        + " Transactional Id authorization failed.; application delays needs WRITE on transactional ids"
                        + " that begin with delays-");
    }

    @Test
    void describe_groupRefused_namesItOnce() {
        assertThat(Failures.describe(new StreamsException(GroupAuthorizationException.forGroupId("delays")), "delays"))
                .isEqualTo("GroupAuthorizationException: Not authorized to access group: delays;"
                        + " application delays needs READ on group delays");
    }

    @Test
    void describe_refusalBehindATimeout_tellsTheRefusal() {
        StreamsException failure = new StreamsException(
                "Task 0_1 did not make progress within 300000 ms.",
                new TimeoutException(new ExecutionException(new TopicAuthorizationException(Set.of("delays-x")))));

        assertThat(Failures.describe(failure, "delays"))
                .isEqualTo("Task 0_1 did not make progress within 300000 ms.: TopicAuthorizationException: Not"
                        + " authorized to access topics: [delays-x]");
        assertThat(Failures.refusal(failure)).isPresent();
        assertThat(Failures.refusal(new StreamsException("x", new TimeoutException("y"))))
                .isEmpty();
    }
}
