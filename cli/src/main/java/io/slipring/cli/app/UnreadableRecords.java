/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.internals.ExceptionHandlerUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a record that can't be read. One of the input topic goes to the dead-letter topic (KIP-1034) where there
 * is one, in the same transaction as the offsets. Every other stops the application, above all one of the transfer topic:
 * it is state, and leaving it out would lose records. One whose schema can't be had now is no dead letter either: its task
 * tries it again.
 */
public final class UnreadableRecords implements DeserializationExceptionHandler {
    /** Set by the application itself: the input topic. */
    static final String INPUT_TOPIC = "slipring.internal.unreadable.input.topic";

    /** Set by the application itself: a consumer that is told why the application stops. */
    static final String REASON = "slipring.internal.unreadable.reason";

    /** Set by the application itself. */
    static final String DEAD_LETTERS = "slipring.internal.unreadable.dead.letters";

    /** Set by the application itself. */
    static final String PATIENCE = "slipring.internal.unreadable.patience";

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRecords.class);
    private static final long LOG_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

    private String inputTopic = "";
    private String deadLetterTopic = "";
    private int maxRequestBytes;
    private DeadLetters deadLetters = new DeadLetters();
    private Patience patience = new Patience(Duration.ZERO);
    private Consumer<String> reason = text -> {};
    private long logged = System.nanoTime() - LOG_INTERVAL_NANOS;

    @Override
    public void configure(Map<String, ?> configs) {
        Object topic = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        deadLetterTopic = topic == null ? "" : topic.toString();
        inputTopic = String.valueOf(configs.get(INPUT_TOPIC));
        maxRequestBytes = maxRequestBytes(configs);
        if (!(configs.get(REASON) instanceof Consumer<?> consumer)
                || !(configs.get(DEAD_LETTERS) instanceof DeadLetters counts)
                || !(configs.get(PATIENCE) instanceof Patience limit)) {
            throw new ConfigException("the handler of unreadable records is set by the application alone");
        }
        @SuppressWarnings("unchecked") // set by the application itself
        Consumer<String> typed = (Consumer<String>) consumer;
        reason = typed;
        deadLetters = counts;
        patience = limit;
    }

    private static int maxRequestBytes(Map<String, ?> configs) {
        Object given = configs.get(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG));
        if (given == null) {
            given = configs.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        }
        return given == null ? 1 << 20 : Integer.parseInt(given.toString().strip());
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        boolean input = record.topic().equals(inputTopic);
        if (input && Patience.outage(exception).isPresent()) {
            if (!patience.lasts(new TopicPartition(record.topic(), record.partition()), record.offset(), exception)) {
                reason.accept("The schema of the record at %s could not be had for %d ms: %s"
                        .formatted(place(record), patience.limit().toMillis(), exception.getMessage()));
            }
            return Response.fail(List.of());
        }
        if (input && !deadLetterTopic.isEmpty()) {
            deadLetters.add(context.taskId().toString());
            log(record, exception);
            return Response.resume(List.of(fitting(ExceptionHandlerUtils.buildDeadLetterQueueRecord(
                    deadLetterTopic, context.sourceRawKey(), context.sourceRawValue(), context, exception))));
        }
        reason.accept("Cannot read the record at %s: %s%s"
                .formatted(
                        place(record),
                        exception.getMessage(),
                        input
                                ? "; set " + AppSettings.DEAD_LETTER_TOPIC_CONFIG + " to go on without such records"
                                : ""));
        return Response.fail(List.of());
    }

    private ProducerRecord<byte[], byte[]> fitting(ProducerRecord<byte[], byte[]> letter) {
        return DeadLetterSize.fitting(letter, maxRequestBytes);
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return "topic=%s partition=%d offset=%d".formatted(record.topic(), record.partition(), record.offset());
    }

    /** One line in a while: there may be millions. Each thread has a handler of its own. */
    private void log(ConsumerRecord<byte[], byte[]> record, Exception exception) {
        long now = System.nanoTime();
        if (now - logged >= LOG_INTERVAL_NANOS) {
            logged = now;
            LOG.warn(
                    "Records go to the dead-letter topic deadLetterTopic={} sofar={} last=\"{}\" reason=\"{}\"",
                    deadLetterTopic,
                    deadLetters.count(),
                    place(record),
                    exception.getMessage());
        }
    }
}
