/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import io.slipring.ring.Ring;
import io.slipring.testkit.EmbeddedBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Produces a skewed stream (Zipf 1.2) by each scheme to a broker of its own at a steady rate, while each partition is consumed
 * at most as fast as a task could that is made for the mean and a quarter more. So a partition that gets more falls behind.
 */
public final class BrokerBench {
    private static final int PER_SECOND = 40_000;
    private static final int RECORDS = 300_000;
    private static final double HEADROOM = 1.25;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private BrokerBench() {}

    /**
     * Runs every scheme, one after the other.
     *
     * @param done called with each result as it is known
     */
    public static List<BrokerResult> run(int partitions, Consumer<BrokerResult> done) throws InterruptedException {
        SkewStream stream = SkewStream.zipf(1.2, RECORDS, 42);
        int window = RECORDS / 10;
        Ring ring = SkewBench.ring(partitions);
        Schemes.RingScheme first = Schemes.ring(ring);
        List<Outcome> plain = Placing.run(stream, first, partitions, window);
        Map<String, Scheme> schemes = new LinkedHashMap<>();
        schemes.put("murmur2", Schemes.murmur2(partitions));
        schemes.put("ring", Schemes.ring(ring));
        schemes.put("pkg", Schemes.twoChoices(partitions));
        schemes.put("adaptive", Schemes.ring(SkewBench.adaptive(ring)));
        schemes.put("planned", Schemes.ring(SkewBench.planned(ring, first, plain)));
        List<BrokerResult> results = new ArrayList<>();
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            for (Map.Entry<String, Scheme> scheme : schemes.entrySet()) {
                BrokerResult result =
                        new Run(broker, scheme.getKey(), partitions, stream, window).measure(scheme.getValue());
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }

    /** One scheme's topic, producer and consumer. */
    private static final class Run {
        private final EmbeddedBroker broker;
        private final String scheme;
        private final int partitions;
        private final SkewStream stream;
        private final int window;
        private final long[] consumed;
        private final AtomicReference<Exception> failure = new AtomicReference<>();

        private Run(EmbeddedBroker broker, String scheme, int partitions, SkewStream stream, int window) {
            this.broker = broker;
            this.scheme = scheme;
            this.partitions = partitions;
            this.stream = stream;
            this.window = window;
            this.consumed = new long[partitions];
        }

        private BrokerResult measure(Scheme placing) throws InterruptedException {
            broker.createTopic(scheme, partitions, Map.of());
            long start = System.nanoTime();
            Thread consumer = new Thread(() -> consume(start), "skew-consumer");
            consumer.setDaemon(true);
            consumer.start();
            long[] sent = produce(placing, start);
            double producing = seconds(start);
            List<Long> lags;
            synchronized (consumed) {
                lags = IntStream.range(0, partitions)
                        .mapToObj(partition -> sent[partition] - consumed[partition])
                        .toList();
            }
            consumer.join(PATIENCE.toMillis());
            Exception failed = failure.get();
            if (failed != null || consumer.isAlive()) {
                throw new IllegalStateException("The records of " + scheme + " were not all consumed", failed);
            }
            return new BrokerResult(
                    scheme, partitions, stream.records() / seconds(start), stream.records() / producing, lags);
        }

        private long[] produce(Scheme placing, long start) {
            long[] sent = new long[partitions];
            Random dealer = new Random(7);
            byte[] value = new byte[200];
            Map<String, Object> config = Map.of(
                    ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    broker.bootstrapServers(),
                    ProducerConfig.LINGER_MS_CONFIG,
                    5);
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
                placing.tick(0);
                for (int i = 0; i < stream.records(); i++) {
                    byte[] key = stream.key(i);
                    int size = stream.valueBytes(i);
                    int partition = placing.partition(dealer.nextInt(Schemes.PRODUCERS), key, size);
                    sent[partition]++;
                    var unused = producer.send(
                            new ProducerRecord<>(scheme, partition, key, Arrays.copyOf(value, size)),
                            (written, e) -> failure.compareAndSet(null, e));
                    if ((i + 1) % (window / 200) == 0) {
                        placing.tick((i + 1L) * Placing.WINDOW_NANOS / window);
                    }
                    long early = start + i * 1_000_000_000L / PER_SECOND - System.nanoTime();
                    if (early > 1_000_000) {
                        LockSupport.parkNanos(early);
                    }
                }
            }
            return sent;
        }

        private void consume(long start) {
            double perSecond = HEADROOM * PER_SECOND / partitions;
            List<TopicPartition> all = IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition(scheme, partition))
                    .toList();
            Map<String, Object> config = Map.of(
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    broker.bootstrapServers(),
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                    "earliest",
                    ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                    200);
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer.assign(all);
                long left = stream.records();
                while (left > 0 && failure.get() == null) {
                    double may = perSecond * seconds(start);
                    List<TopicPartition> ahead = all.stream()
                            .filter(partition -> consumed[partition.partition()] > may)
                            .toList();
                    consumer.resume(all);
                    consumer.pause(ahead);
                    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofMillis(5))) {
                        synchronized (consumed) {
                            consumed[next.partition()]++;
                        }
                        left--;
                    }
                }
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            }
        }

        private static double seconds(long start) {
            return (System.nanoTime() - start) / 1e9;
        }
    }
}
