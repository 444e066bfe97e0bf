/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import io.slipring.partitioner.RingStreamPartitioner;
import io.slipring.ring.source.RingSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * A small sharded application: adds up clicks per page. A page's sum lives in the partition that the ring names; whatever
 * turns up elsewhere goes there over the transfer topic, every 100 ms.
 */
final class ClickCount extends ContextualProcessor<String, Long, String, Long> {
    static final Duration INTERVAL = Duration.ofMillis(100);

    private final RingSource rings;
    private KeyValueStore<String, Long> sums;
    private int partition;

    private ClickCount(RingSource rings) {
        this.rings = rings;
    }

    static Topology topology(RingSource rings) {
        return topology(rings, true);
    }

    static Topology topology(RingSource rings, boolean persistent) {
        RingStreamPartitioner<String> toOwner = new RingStreamPartitioner<>(new StringSerializer(), rings);
        return new Topology()
                .addSource("source", new StringDeserializer(), new LongDeserializer(), "clicks", "transfer")
                .addProcessor("sum", () -> new ClickCount(rings), "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                persistent
                                        ? Stores.persistentKeyValueStore("sums")
                                        : Stores.inMemoryKeyValueStore("sums"),
                                Serdes.String(),
                                Serdes.Long()),
                        "sum")
                .addSink("transfer-sink", "transfer", new StringSerializer(), new LongSerializer(), toOwner, "sum")
                .addSink("totals-sink", "totals", new StringSerializer(), new LongSerializer(), "sum");
    }

    static int owner(RingSource rings, String page) {
        return rings.current().partitionOf(new StringSerializer().serialize("clicks", page));
    }

    @Override
    public void init(ProcessorContext<String, Long> context) {
        super.init(context);
        sums = context.getStateStore("sums");
        Object given = context.appConfigs().get(ShardedTopologyDriver.PARTITION_CONFIG);
        partition = given == null ? context.taskId().partition() : (Integer) given;
        context.schedule(INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::shipForeign);
    }

    @Override
    public void process(Record<String, Long> record) {
        Long before = sums.get(record.key());
        long sum = record.value() + (before == null ? 0 : before);
        sums.put(record.key(), sum);
        if (owner(rings, record.key()) == partition) {
            context().forward(record.withValue(sum), "totals-sink");
        }
    }

    private void shipForeign(long now) {
        List<KeyValue<String, Long>> foreign = new ArrayList<>();
        try (KeyValueIterator<String, Long> all = sums.all()) {
            all.forEachRemaining(entry -> {
                if (owner(rings, entry.key) != partition) {
                    foreign.add(entry);
                }
            });
        }
        for (KeyValue<String, Long> entry : foreign) {
            sums.delete(entry.key);
            context().forward(new Record<>(entry.key, entry.value, now), "transfer-sink");
        }
    }
}
