/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.processor.BoundedRocksDb;
import io.slipring.processor.SlipringConfig;
import io.slipring.processor.TransientFailureHandler;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * The program of the application's process. It runs until it is told to end (SIGTERM), and tells then what is alive on its
 * heap.
 */
final class AppMain {
    static final String RUNNING = "APP-RUNNING";
    static final String MEMORY = "APP-MEMORY";

    /** Nothing is deleted before it was measured. */
    private static final String LATER = String.valueOf(Duration.ofHours(2).toMillis());

    private AppMain() {}

    /** Takes what {@link AppSpec#toArgs()} says. */
    @SuppressWarnings("SystemOut") // the parent waits for these lines
    public static void main(String[] args) throws InterruptedException {
        AppSpec spec = AppSpec.fromArgs(args);
        Map<String, Object> config = config(spec);
        Topology topology = Topologies.of(spec, config);
        Properties properties = new Properties();
        properties.putAll(config);
        KafkaStreams streams = new KafkaStreams(topology, properties);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        streams.setUncaughtExceptionHandler(new TransientFailureHandler(error -> {
            error.printStackTrace();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
            if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
                ended.countDown();
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println(memory());
            streams.close(CloseOptions.timeout(Duration.ofSeconds(30))
                    .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        }));
        streams.start();
        running.await();
        System.out.println(RUNNING);
        ended.await();
    }

    private static String memory() {
        System.gc();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return MEMORY + " live=" + heap.getUsed() + " committed=" + heap.getCommitted();
    }

    private static Map<String, Object> config(AppSpec spec) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, spec.name());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, spec.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, spec.state().toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                String.valueOf(spec.commit().toMillis()));
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, spec.threads());
        config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class.getName());
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(StreamsConfig.topicPrefix(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG), LATER);
        config.put(StreamsConfig.REPARTITION_PURGE_INTERVAL_MS_CONFIG, LATER);
        if (spec.variant().isSlipring()) {
            config.put(SlipringConfig.PURGE_INTERVAL_MS_CONFIG, LATER);
            config.put(
                    SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG,
                    String.valueOf(spec.progress().toMillis()));
            config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
            config.put(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, "1000");
            config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), "131072");
            config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), "1000");
        }
        return config;
    }
}
