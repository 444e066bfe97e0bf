/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TopologyException;
import org.junit.jupiter.api.Test;

class TransientFailureHandlerTest {
    private final TransientFailureHandler handler = new TransientFailureHandler(exception -> SHUTDOWN_CLIENT);

    @Test
    void handle_changelogWiderThanTheSourceWasSeen_replacesTheThread() {
        assertThat(handler.handle(new StreamsException("Existing internal topic app-sums-home-changelog has invalid"
                        + " partitions: expected: 5; actual: 6. Use 'org.apache.kafka.tools.StreamsResetter' tool")))
                .isEqualTo(REPLACE_THREAD);
        assertThat(handler.handle(new StreamsException(
                        new TopologyException("Internal topic has different number of partitions: 5, 6"))))
                .isEqualTo(REPLACE_THREAD);
    }

    @Test
    void handle_commitAfterTheBrokersEndedTheTransaction_replacesTheThread() {
        assertThat(handler.handle(new StreamsException(
                        "Error encountered trying to commit a transaction",
                        new InvalidTxnStateException("The producer attempted a transactional operation"))))
                .isEqualTo(REPLACE_THREAD);
    }

    @Test
    void handle_anyOtherFailure_isLeftToTheOtherHandler() {
        assertThat(handler.handle(new StreamsException("disk full"))).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(handler.handle(new IllegalStateException("has invalid partitions")))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(handler.handle(new IllegalStateException((String) null))).isEqualTo(SHUTDOWN_CLIENT);
    }
}
