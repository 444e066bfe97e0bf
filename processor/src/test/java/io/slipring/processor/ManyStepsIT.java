/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Shard;
import io.slipring.testkit.BrokerCluster;
import io.slipring.testkit.JavaProcess;
import io.slipring.testkit.OffsetWatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Grows an application of two processes from 4 to 12 shards, one by one, under load, and drains it back to 4. */
class ManyStepsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final short REPLICAS = 3;
    private static final int FEW = 4;
    private static final int MANY = 12;

    private static BrokerCluster brokers;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBrokers() {
        brokers = BrokerCluster.start(3);
    }

    @AfterAll
    static void stopBrokers() {
        brokers.close();
    }

    @ParameterizedTest
    @MethodSource("io.slipring.processor.Protocols#ofLongTests")
    void change_fromFourToTwelveAndBack_isExactWithoutRestart(String groupProtocol) throws Exception {
        Numbers names = new Numbers("steps-" + groupProtocol);
        NumbersCluster cluster = new NumbersCluster(names, brokers.bootstrapServers(), brokers.admin(), REPLICAS);
        cluster.create(FEW);
        Map<String, String> config = Map.of(
                "group.protocol",
                groupProtocol,
                "replication.factor",
                Short.toString(REPLICAS),
                SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG,
                "100",
                // Where a commit takes as long as this interval, Kafka Streams comes down to a record a commit.
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                "500");
        try (JavaProcess one = SummingApp.fork(names, brokers.bootstrapServers(), directory.resolve("one"), config);
                JavaProcess two = SummingApp.fork(names, brokers.bootstrapServers(), directory.resolve("two"), config);
                NumbersProducer producer = NumbersProducer.byRing(names, brokers.bootstrapServers(), 31, 1_000);
                Results results = new Results(names, brokers.bootstrapServers())) {
            producer.awaitSent(2_000, PATIENCE);
            cluster.awaitSettled(PATIENCE);
            try (OffsetWatch start = watch(names, producer)) {
                long acknowledged = inputPartitions(names).stream()
                        .mapToLong(partition -> producer.endOffset(partition.partition()))
                        .sum();
                start.awaitProcessed(acknowledged, PATIENCE);
            }
            try (OffsetWatch offsets = watch(names, producer)) {
                growAndDrain(cluster);
                producer.stop();
                results.awaitExactly(producer.tally(), PATIENCE);
                System.out.println(groupProtocol + ": longest gap " + offsets.maxGapMillis() + " ms over "
                        + producer.tally().records() + " records");
            }
            for (int partition = FEW; partition < MANY; partition++) {
                assertThat(cluster.ring().vnodesOfPartition(partition).isEmpty())
                        .isTrue();
            }
            for (JavaProcess app : List.of(one, two)) {
                assertThat(app.isAlive()).isTrue();
                assertThat(Files.readString(app.output())).doesNotContain("Exception");
            }
        }
    }

    private static void growAndDrain(NumbersCluster cluster) {
        for (int shards = FEW; shards < MANY; shards++) {
            cluster.addShards(1);
            cluster.awaitSettled(PATIENCE);
        }
        List<Shard> added = cluster.ring().shards().subList(FEW, MANY);
        cluster.change(change -> {
            added.forEach(shard -> change.removeShard(shard.id()));
            return change;
        });
        cluster.awaitSettled(PATIENCE);
    }

    private static OffsetWatch watch(Numbers names, NumbersProducer producer) {
        return new OffsetWatch(brokers.admin(), names.applicationId(), inputPartitions(names), producer::endOffset);
    }

    private static List<TopicPartition> inputPartitions(Numbers names) {
        return IntStream.range(0, MANY)
                .mapToObj(partition -> new TopicPartition(names.input(), partition))
                .toList();
    }
}
