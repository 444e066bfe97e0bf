/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Aggregators;
import io.slipring.testkit.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;

/**
 * The application of the integration tests, to be run in the test's JVM or in one of its own: sums and counts the numbers of
 * each key of the input and writes "records sum" to the output.
 */
final class SummingApp implements AutoCloseable {
    /** Overrides: with windows of so many milliseconds and so much grace, of which there are final results only. */
    static final String WINDOW_MS = "summing.window.ms";

    static final String GRACE_MS = "summing.grace.ms";

    static final String READY = "SUMMING-APP-RUNNING";
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

    private final Supplier<LocalState<String, Long>> state;
    private final KafkaStreams streams;
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean failed;

    SummingApp(Numbers names, String bootstrapServers, Path stateDirectory, Map<String, String> overrides) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, names.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        config.put(StreamsConfig.METADATA_MAX_AGE_CONFIG, 1_000);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 1_000);
        config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 10_000);
        config.putAll(overrides);
        if ("streams".equals(overrides.get(StreamsConfig.GROUP_PROTOCOL_CONFIG))) {
            config.remove(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG));
            config.remove(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG));
        }

        SlipringAggregation.Builder<String, Long, Long> definition = SlipringAggregation.<String, Long, Long>named(
                        "sums")
                .ring(names.ring())
                .transferTopic(names.transfer())
                .keySerde(Serdes.String())
                .aggregator(Aggregators.sumOfLongs(value -> value));
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, Long> input = builder.stream(names.input(), Consumed.with(Serdes.String(), Serdes.Long()));
        KStream<String, Update<Long>> updates;
        String window = overrides.get(WINDOW_MS);
        if (window == null) {
            SlipringAggregation<String, Long, Long> sums = definition.build();
            updates = sums.addTo(builder, input);
            sums.prepare(config, Set.of(names.input()));
            state = () -> sums.localState(running());
        } else {
            Duration size = Duration.ofMillis(Long.parseLong(window));
            Duration grace = Duration.ofMillis(Long.parseLong(String.valueOf(overrides.get(GRACE_MS))));
            WindowedAggregation<String, Long, Long> sums = definition
                    .windowedBy(TimeWindows.ofSizeAndGrace(size, grace))
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .build();
            updates = sums.addTo(builder, input)
                    .selectKey((key, update) -> key.key() + "@" + key.window().start());
            sums.prepare(config, Set.of(names.input()));
            state = () -> {
                throw new UnsupportedOperationException("windows");
            };
        }
        updates.mapValues(update -> update.records() + " " + update.value())
                .to(names.output(), Produced.with(Serdes.String(), Serdes.String()));
        Properties properties = new Properties();
        properties.putAll(config);
        streams = new KafkaStreams(builder.build(), properties);
        streams.setUncaughtExceptionHandler(new TransientFailureHandler(error -> {
            error.printStackTrace();
            failed = true;
            return StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
            if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
                ended.countDown();
            }
        });
        streams.start();
    }

    /** Starts the application in a JVM of its own and returns when it is running. */
    static JavaProcess fork(
            Numbers names, String bootstrapServers, Path stateDirectory, Map<String, String> overrides) {
        return fork(names, bootstrapServers, stateDirectory, overrides, List.of());
    }

    /** The same with another class path than this JVM's, unless that is empty. */
    static JavaProcess fork(
            Numbers names,
            String bootstrapServers,
            Path stateDirectory,
            Map<String, String> overrides,
            List<Path> classPath) {
        List<String> args = new ArrayList<>(List.of(names.run(), bootstrapServers, stateDirectory.toString()));
        overrides.forEach((key, value) -> args.add(key + "=" + value));
        JavaProcess.Builder builder = JavaProcess.of(SummingApp.class.getName())
                .args(args.toArray(new String[0]))
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        JavaProcess process = classPath.isEmpty()
                ? builder.start()
                : builder.classPath(classPath).start();
        process.awaitOutput(READY, Duration.ofSeconds(60));
        return process;
    }

    LocalState<String, Long> state() {
        return state.get();
    }

    private KafkaStreams running() {
        return streams;
    }

    void awaitRunning(Duration timeout) {
        try {
            if (!running.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("Waited " + timeout + " for the application to run, it is " + streams.state());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    boolean hasFailed() {
        return failed;
    }

    @Override
    public void close() {
        streams.close(CLOSE_PATIENCE);
    }

    /** Closes it and tells the group, so that the next one of the application need not wait for the session's end. */
    void leave() {
        streams.close(CloseOptions.timeout(CLOSE_PATIENCE)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }

    /** Arguments: run, bootstrap servers, state directory, then overrides of the configuration as key=value. */
    public static void main(String[] args) throws InterruptedException {
        Map<String, String> overrides = new HashMap<>();
        for (int i = 3; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            overrides.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        SummingApp app = new SummingApp(new Numbers(args[0]), args[1], Path.of(args[2]), overrides);
        app.running.await();
        System.out.println(READY);
        app.ended.await();
        System.exit(app.failed ? 1 : 0);
    }
}
