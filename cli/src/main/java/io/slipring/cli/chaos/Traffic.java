/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.produce.PartitionerChoice;
import io.slipring.cli.produce.ProducerSettings;
import io.slipring.cli.produce.RowSender;
import io.slipring.cli.trial.Production;
import io.slipring.ring.Ring;
import io.slipring.ring.source.RingFile;
import io.slipring.ring.source.RingSourceConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Producers with different views of the ring: one that follows it, one that lags two epochs behind, one that stays at epoch
 * 1, and one that knows nothing of it. Thread-safe.
 */
final class Traffic implements AutoCloseable {
    /** Shares of the records: following, lagging, staying, knowing nothing. */
    private static final double[] SHARES = {0.6, 0.15, 0.1, 0.15};

    private static final int LAG = 2;

    private final ChaosSettings settings;
    private final Path lagging;
    private final List<Ring> published = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();

    private record Member(EndlessWorkload workload, RowSender sender, Production production) {}

    /** Starts producing. */
    Traffic(ChaosSettings settings, ChaosCluster cluster, ChaosFolder folder) {
        this.settings = settings;
        this.lagging = folder.file("lagging.ring");
        Path staying = folder.file("staying.ring");
        write(staying, cluster.first());
        published(cluster.first());
        Map<String, Object> byRing = PartitionerChoice.RING.settings(
                () -> ChaosCluster.RING, cluster.control().topic());
        start(cluster, byRing);
        start(cluster, withFile(byRing, lagging));
        start(cluster, withFile(byRing, staying));
        start(cluster, Map.of());
    }

    private static Map<String, Object> withFile(Map<String, Object> byRing, Path file) {
        Map<String, Object> late = new HashMap<>(byRing);
        late.put(RingSourceConfig.FILE_CONFIG, file.toString());
        return late;
    }

    private void start(ChaosCluster cluster, Map<String, Object> partitioner) {
        Map<String, Object> producer = new HashMap<>(ProducerSettings.reliable());
        producer.putAll(partitioner);
        producer.put(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, 1_000);
        // Few records a second: without it each would be a batch of its own, in three copies.
        producer.put(ProducerConfig.LINGER_MS_CONFIG, 100);
        producer.putAll(cluster.client());
        int number = members.size();
        EndlessWorkload workload = new EndlessWorkload(settings.seed() * SHARES.length + number, settings.keys());
        RowSender sender = new RowSender(
                new KafkaProducer<>(producer, new StringSerializer(), new StringSerializer()), ChaosCluster.INPUT);
        members.add(new Member(workload, sender, new Production(workload, sender, settings.rate() * SHARES[number])));
    }

    /** Takes note of a new epoch, so that the lagging producer lags behind it. */
    synchronized void published(Ring ring) {
        published.add(ring);
        write(lagging, published.get(Math.max(0, published.size() - 1 - LAG)));
    }

    private static void write(Path file, Ring ring) {
        try {
            RingFile.write(file, List.of(ring));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }

    /** The offset behind the last record of a partition that the brokers acknowledged. */
    long endOffset(int partition) {
        return members.stream()
                .mapToLong(member -> member.sender().endOffset(partition))
                .max()
                .orElse(0);
    }

    /** Records that the brokers acknowledged. */
    long acknowledged() {
        return members.stream()
                .mapToLong(member -> member.sender().acknowledged())
                .sum();
    }

    /**
     * Fails if a producer has.
     *
     * @throws io.slipring.cli.command.CommandFailure if a record could not be delivered
     */
    void requireNoFailure() {
        members.stream().filter(member -> member.production().finished()).forEach(member -> {
            long unused = member.production().recordsPerSecond();
        });
    }

    /**
     * Ends the producing and waits until everything is acknowledged.
     *
     * @throws io.slipring.cli.command.CommandFailure if a record could not be delivered
     */
    void finish() {
        members.forEach(member -> member.workload().stop());
        members.forEach(member -> {
            long unused = member.production().recordsPerSecond();
        });
    }

    @Override
    public void close() {
        members.parallelStream().forEach(member -> {
            member.workload().stop();
            member.production().close();
            member.sender().close();
        });
    }
}
