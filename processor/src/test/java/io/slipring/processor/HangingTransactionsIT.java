/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handoffs beside transactions that nobody ends: those of frozen and killed owners, and those of others. */
class HangingTransactionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static Broker broker;
    private static Transactions transactions;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start(Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500"));
        transactions = new Transactions(broker.admin());
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static NumbersCluster cluster(Numbers names) {
        NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
        cluster.create(3);
        return cluster;
    }

    private JavaProcess app(Numbers names, String instance, Map<String, String> overrides) {
        Map<String, String> config = new HashMap<>(Map.of(SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG, "100"));
        config.putAll(overrides);
        return SummingApp.fork(names, broker.bootstrapServers(), directory.resolve(instance), config);
    }

    private static NumbersProducer producer(Numbers names, long seed) {
        return NumbersProducer.byRing(names, broker.bootstrapServers(), seed, 1_000);
    }

    @ParameterizedTest
    @MethodSource("io.slipring.processor.Protocols#ofLongTests")
    void takeover_oldOwnerGoesOnAfterwards_cannotWriteAndTotalsAreExact(String groupProtocol) {
        Numbers names = new Numbers("zombie-" + groupProtocol);
        NumbersCluster cluster = cluster(names);
        Map<String, String> protocol = Map.of("group.protocol", groupProtocol);
        Map<String, String> longOnes = new HashMap<>(Transactions.longOnes());
        longOnes.putAll(protocol);
        try (NumbersProducer producer = producer(names, 21);
                JavaProcess zombie = app(names, "zombie", longOnes);
                Results results = new Results(names, broker.bootstrapServers())) {
            producer.awaitSent(1_000, PATIENCE);
            String id = transactions.idOf(names.applicationId());
            try (JavaProcess heir = app(names, "heir", protocol)) {
                producer.awaitSent(4_000, PATIENCE);
                TransactionDescription frozen = transactions.freezeInside(zombie, id);
                cluster.addShards(1);
                cluster.awaitSettled(PATIENCE); // the heir alone can have done that

                TransactionDescription fenced = transactions.describe(id);
                assertThat(fenced.state()).isEqualTo(TransactionState.COMPLETE_ABORT);
                assertThat(fenced.producerEpoch()).isGreaterThan(frozen.producerEpoch());

                zombie.resume();
                transactions.awaitNewStart(id, fenced);
                producer.awaitSent(producer.tally().records() + 2_000, PATIENCE);
                producer.stop();

                results.awaitExactly(producer.tally(), PATIENCE);
                cluster.awaitSettled(PATIENCE);
                assertThat(zombie.isAlive()).isTrue();
                assertThat(heir.isAlive()).isTrue();
            }
        }
    }

    @Test
    void handoff_ownerKilledInATransaction_waitsForItsEndAndTotalsAreExact() {
        Numbers names = new Numbers("killed");
        NumbersCluster cluster = cluster(names);
        Map<String, String> slowly = new HashMap<>(Map.of(SlipringConfig.HANDOFF_MAX_BYTES_PER_SECOND_CONFIG, "1000"));
        slowly.putAll(Transactions.longOnes());
        try (NumbersProducer producer = producer(names, 22);
                JavaProcess victim = app(names, "victim", slowly);
                Results results = new Results(names, broker.bootstrapServers())) {
            producer.awaitSent(1_000, PATIENCE);
            String id = transactions.idOf(names.applicationId());
            try (JavaProcess survivor = app(names, "survivor", slowly)) {
                producer.awaitSent(6_000, PATIENCE);
                cluster.addShards(1);
                cluster.awaitHandoffUnderWay(PATIENCE);
                transactions.freezeInside(victim, id);
                victim.kill9();

                cluster.awaitSettled(PATIENCE);
                assertThat(transactions.describe(id).state()).isEqualTo(TransactionState.COMPLETE_ABORT);
                producer.stop();
                results.awaitExactly(producer.tally(), PATIENCE);
                assertThat(survivor.isAlive()).isTrue();
            }
        }
    }

    @Test
    void handoff_othersTransactionsOpenInTheSource_nothingOfThemIsEmittedBeforeTheirEnd() {
        Numbers names = new Numbers("foreign");
        NumbersCluster cluster = cluster(names);
        try (NumbersProducer producer = producer(names, 23);
                JavaProcess app = app(names, "app", Map.of());
                KafkaProducer<String, Long> hanging = transactional("hanging");
                KafkaProducer<String, Long> slow = transactional("slow");
                Results results = new Results(names, broker.bootstrapServers())) {
            producer.awaitSent(2_000, PATIENCE);
            for (int partition = 0; partition < 3; partition++) {
                hanging.send(new ProducerRecord<>(names.input(), partition, "hanging", 1L));
                slow.send(new ProducerRecord<>(names.input(), partition, "slow", 10L));
            }
            hanging.flush();
            slow.flush();
            cluster.addShards(1);
            producer.awaitSent(producer.tally().records() + 3_000, PATIENCE);

            assertThat(results.readOutput(Duration.ofSeconds(1))).doesNotContainKeys("hanging", "slow");
            assertThat(transactions.describe("hanging").state()).isEqualTo(TransactionState.ONGOING);

            transactions.terminate("hanging");
            cluster.awaitSettled(PATIENCE);
            slow.commitTransaction();
            producer.stop();
            Tally produced = Tally.of(producer);
            for (int partition = 0; partition < 3; partition++) {
                produced.add("slow", 10);
            }
            results.awaitExactly(produced, PATIENCE);
            assertThat(app.isAlive()).isTrue();
        }
    }

    /** A producer with a transaction that has begun. */
    private static KafkaProducer<String, Long> transactional(String id) {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                id,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                (int) PATIENCE.toMillis());
        KafkaProducer<String, Long> producer =
                new KafkaProducer<>(config, new StringSerializer(), new LongSerializer());
        producer.initTransactions();
        producer.beginTransaction();
        return producer;
    }
}
