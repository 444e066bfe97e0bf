/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;

/**
 * What becomes of a record that can't be read. One of the input topic goes to the dead-letter topic (KIP-1034) where there
 * is one, in the same transaction as the offsets. Every other stops the application, above all one of the transfer topic:
 * it is state, and leaving it out would lose records.
 */
public final class UnreadableRecords implements DeserializationExceptionHandler {
    /** Set by the application itself: the input topic. */
    static final String INPUT_TOPIC = "slipring.internal.unreadable.input.topic";

    /** Set by the application itself: a consumer that is told why the application stops. */
    static final String REASON = "slipring.internal.unreadable.reason";

    private final LogAndContinueExceptionHandler deadLetters = new LogAndContinueExceptionHandler();
    private String inputTopic = "";
    private boolean deadLettersWanted;
    private Consumer<String> reason = text -> {};

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters.configure(configs);
        deadLettersWanted = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG) != null;
        inputTopic = String.valueOf(configs.get(INPUT_TOPIC));
        if (!(configs.get(REASON) instanceof Consumer<?> consumer)) {
            throw new ConfigException(REASON, configs.get(REASON), "must be a consumer of text");
        }
        @SuppressWarnings("unchecked") // set by the application itself
        Consumer<String> typed = (Consumer<String>) consumer;
        reason = typed;
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        boolean input = record.topic().equals(inputTopic);
        if (input && deadLettersWanted) {
            return deadLetters.handleError(context, record, exception);
        }
        reason.accept("Cannot read the record at topic=%s partition=%d offset=%d: %s%s"
                .formatted(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        exception.getMessage(),
                        input ? "; set " + AppConfig.DEAD_LETTER_TOPIC_CONFIG + " to go on without such records" : ""));
        return Response.fail(List.of());
    }
}
