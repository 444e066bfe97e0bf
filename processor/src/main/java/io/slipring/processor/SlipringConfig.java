/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Settings of the aggregation, read from the configuration of the {@code KafkaStreams} instance that runs it. The settings
 * of the ring's source are those of {@link io.slipring.partitioner.RingPartitionerConfig}.
 */
public final class SlipringConfig extends AbstractConfig {
    /** {@value IDLE_TICK_MS_DOC} */
    public static final String IDLE_TICK_MS_CONFIG = "slipring.idle.tick.ms";

    static final String IDLE_TICK_MS_DOC =
            "Longest time in milliseconds until a task that gets no records notices a new" + " epoch of its ring.";
    static final int IDLE_TICK_MS_DEFAULT = 500;

    /** {@value COMBINER_MAX_ENTRIES_DOC} */
    public static final String COMBINER_MAX_ENTRIES_CONFIG = "slipring.combiner.max.entries";

    static final String COMBINER_MAX_ENTRIES_DOC =
            "Distinct keys that a task combines on the heap before it settles them.";
    static final int COMBINER_MAX_ENTRIES_DEFAULT = 10_000;

    /** {@value TRANSFER_MAX_BYTES_DOC} */
    public static final String TRANSFER_MAX_BYTES_CONFIG = "slipring.transfer.max.bytes";

    static final String TRANSFER_MAX_BYTES_DOC =
            "Bytes of partials in one message of the transfer topic. A larger partial"
                    + " travels alone, so the topic's max.message.bytes must have room for the largest aggregate.";
    static final int TRANSFER_MAX_BYTES_DEFAULT = 256 * 1024;

    /** {@value HANDOFF_MAX_BYTES_PER_SECOND_DOC} */
    public static final String HANDOFF_MAX_BYTES_PER_SECOND_CONFIG = "slipring.handoff.max.bytes.per.second";

    static final String HANDOFF_MAX_BYTES_PER_SECOND_DOC =
            "Bytes of home state that a task ships per second when a ring change takes vnodes from it.";
    static final long HANDOFF_MAX_BYTES_PER_SECOND_DEFAULT = 50L * 1024 * 1024;

    /** {@value HANDOFF_TICK_MS_DOC} */
    public static final String HANDOFF_TICK_MS_CONFIG = "slipring.handoff.tick.ms";

    static final String HANDOFF_TICK_MS_DOC =
            "Milliseconds that the tasks of a stream thread together spend on handoffs"
                    + " at a time, every 50 ms, while records are waiting; a tenfold of it while none are.";
    static final int HANDOFF_TICK_MS_DEFAULT = 10;

    /** {@value PROGRESS_INTERVAL_MS_DOC} */
    public static final String PROGRESS_INTERVAL_MS_CONFIG = "slipring.progress.interval.ms";

    static final String PROGRESS_INTERVAL_MS_DOC =
            "Milliseconds between reports of a task's progress to the ring topic, when there is something new;"
                    + " when there is not, it reports every 15 seconds.";
    static final int PROGRESS_INTERVAL_MS_DEFAULT = 1_000;

    /** {@value PURGE_INTERVAL_MS_DOC} */
    public static final String PURGE_INTERVAL_MS_CONFIG = "slipring.purge.interval.ms";

    static final String PURGE_INTERVAL_MS_DOC =
            "Milliseconds between deletions of records below the committed offsets of the transfer topic.";
    static final int PURGE_INTERVAL_MS_DEFAULT = 30_000;

    /** {@value IDLE_MS_DOC} */
    public static final String IDLE_MS_CONFIG = "slipring.idle.ms";

    static final String IDLE_MS_DOC =
            "With windows: milliseconds without a source record after which a task's partition"
                    + " counts as idle, so that windows are closed without waiting for it. Records that come to it later may be too"
                    + " late.";
    static final long IDLE_MS_DEFAULT = 60_000;

    /** {@value MARK_INTERVAL_MS_DOC} */
    public static final String MARK_INTERVAL_MS_CONFIG = "slipring.mark.interval.ms";

    static final String MARK_INTERVAL_MS_DOC =
            "With windows: least milliseconds between two messages in which a task tells"
                    + " each other task which windows are over for it; it has nothing to tell while none ends.";
    static final int MARK_INTERVAL_MS_DEFAULT = 1_000;

    /** Tells a task its partition where Kafka Streams' own task id is always 0: in a sharded topology test. */
    static final String PARTITION_CONFIG = "__slipring.partition";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    IDLE_TICK_MS_CONFIG,
                    Type.INT,
                    IDLE_TICK_MS_DEFAULT,
                    Range.between(1, 60_000),
                    Importance.MEDIUM,
                    IDLE_TICK_MS_DOC)
            .define(
                    COMBINER_MAX_ENTRIES_CONFIG,
                    Type.INT,
                    COMBINER_MAX_ENTRIES_DEFAULT,
                    Range.atLeast(1),
                    Importance.LOW,
                    COMBINER_MAX_ENTRIES_DOC)
            .define(
                    TRANSFER_MAX_BYTES_CONFIG,
                    Type.INT,
                    TRANSFER_MAX_BYTES_DEFAULT,
                    Range.between(1, 512 * 1024),
                    Importance.LOW,
                    TRANSFER_MAX_BYTES_DOC)
            .define(
                    HANDOFF_MAX_BYTES_PER_SECOND_CONFIG,
                    Type.LONG,
                    HANDOFF_MAX_BYTES_PER_SECOND_DEFAULT,
                    Range.atLeast(1),
                    Importance.MEDIUM,
                    HANDOFF_MAX_BYTES_PER_SECOND_DOC)
            .define(
                    HANDOFF_TICK_MS_CONFIG,
                    Type.INT,
                    HANDOFF_TICK_MS_DEFAULT,
                    Range.between(1, 10_000),
                    Importance.LOW,
                    HANDOFF_TICK_MS_DOC)
            .define(
                    PROGRESS_INTERVAL_MS_CONFIG,
                    Type.INT,
                    PROGRESS_INTERVAL_MS_DEFAULT,
                    Range.atLeast(10),
                    Importance.LOW,
                    PROGRESS_INTERVAL_MS_DOC)
            .define(
                    PURGE_INTERVAL_MS_CONFIG,
                    Type.INT,
                    PURGE_INTERVAL_MS_DEFAULT,
                    Range.atLeast(100),
                    Importance.LOW,
                    PURGE_INTERVAL_MS_DOC)
            .define(IDLE_MS_CONFIG, Type.LONG, IDLE_MS_DEFAULT, Range.atLeast(1), Importance.MEDIUM, IDLE_MS_DOC)
            .define(
                    MARK_INTERVAL_MS_CONFIG,
                    Type.INT,
                    MARK_INTERVAL_MS_DEFAULT,
                    Range.between(1, 60_000),
                    Importance.LOW,
                    MARK_INTERVAL_MS_DOC);

    // Kafka Streams' own default, which a processor is not told.
    private static final Duration COMMIT_INTERVAL_EXACTLY_ONCE = Duration.ofMillis(100);

    private static final List<String> OFFSET_RESETS = List.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG),
            StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG));

    private final OptionalInt partitionOverride;
    private final Duration commitInterval;

    /**
     * Reads the settings.
     *
     * @throws org.apache.kafka.common.config.ConfigException naming the key, the value and the rule it breaks
     */
    public SlipringConfig(Map<String, ?> configs) {
        super(DEFINITION, configs, false);
        requireExactlyOnce(configs);
        requireReadingFromTheStart(configs);
        Object interval = configs.get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        this.commitInterval = interval == null
                ? COMMIT_INTERVAL_EXACTLY_ONCE
                : Duration.ofMillis(Long.parseLong(interval.toString()));
        Object partition = configs.get(PARTITION_CONFIG);
        this.partitionOverride =
                partition == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(partition.toString()));
    }

    /** The definition of the settings, for documentation. */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    private static void requireExactlyOnce(Map<String, ?> configs) {
        Object guarantee = configs.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        if (!StreamsConfig.EXACTLY_ONCE_V2.equals(guarantee)) {
            throw new ConfigException(
                    StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                    guarantee,
                    "must be " + StreamsConfig.EXACTLY_ONCE_V2
                            + ": without transactions a crash in a handoff can lose the state under way");
        }
    }

    private static void requireReadingFromTheStart(Map<String, ?> configs) {
        for (String key : OFFSET_RESETS) {
            Object reset = configs.get(key);
            if (reset != null && !"earliest".equals(reset)) {
                throw new ConfigException(
                        key,
                        reset,
                        "must be earliest or left out: of a partition that growth adds, the first records would be lost");
            }
        }
    }

    Duration commitInterval() {
        return commitInterval;
    }

    OptionalInt partitionOverride() {
        return partitionOverride;
    }

    Duration idleTick() {
        return Duration.ofMillis(getInt(IDLE_TICK_MS_CONFIG));
    }

    Duration progressInterval() {
        return Duration.ofMillis(getInt(PROGRESS_INTERVAL_MS_CONFIG));
    }

    Duration purgeInterval() {
        return Duration.ofMillis(getInt(PURGE_INTERVAL_MS_CONFIG));
    }

    Duration idle() {
        return Duration.ofMillis(getLong(IDLE_MS_CONFIG));
    }

    Duration markInterval() {
        return Duration.ofMillis(getInt(MARK_INTERVAL_MS_CONFIG));
    }

    Limits limits() {
        long tickNanos = Duration.ofMillis(getInt(HANDOFF_TICK_MS_CONFIG)).toNanos();
        return new Limits(
                getInt(COMBINER_MAX_ENTRIES_CONFIG),
                getInt(TRANSFER_MAX_BYTES_CONFIG),
                getLong(HANDOFF_MAX_BYTES_PER_SECOND_CONFIG),
                tickNanos,
                10 * tickNanos,
                true);
    }
}
