/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.ControlTopicException;
import io.slipring.errors.RingConflictException;
import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingTimeoutException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RingPublisherIT {
    private static Broker broker;

    private final Ring one = ControlTopics.ring("orders", 4);
    private final Ring two = ControlTopics.grown(one, 1);
    private ControlTopicConfig control;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void setUp() {
        control = ControlTopics.created(broker);
    }

    @Test
    void publish_epochAfterEpoch_keepsThemAll() {
        publisher().publish(one, Optional.empty());
        publisher().publish(two, Optional.of(Epoch.FIRST));

        assertThat(published()).containsExactly(one, two);
    }

    @Test
    void publish_notTheSuccessor_isRefused() {
        assertThatThrownBy(() -> publisher().publish(two, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A ring published over nothing must have epoch 1, had 2");
    }

    @Test
    void publish_otherChangeCameFirst_namesBothEpochs() {
        publisher().publish(one, Optional.empty());
        publisher().publish(two, Optional.of(Epoch.FIRST));

        assertThatThrownBy(() -> publisher().publish(ControlTopics.grown(one, 3), Optional.of(Epoch.FIRST)))
                .isInstanceOfSatisfying(RingConflictException.class, e -> {
                    assertThat(e.expectedEpoch()).isEqualTo(1);
                    assertThat(e.foundEpoch()).isEqualTo(2);
                })
                .hasMessageContaining("made from epoch 1")
                .hasMessageContaining("newest published is epoch 2");
        assertThat(published()).containsExactly(one, two);
    }

    @Test
    void publish_ringExistsAlready_isRefused() {
        publisher().publish(one, Optional.empty());

        assertThatThrownBy(() -> publisher().publish(ControlTopics.ring("orders", 9), Optional.empty()))
                .isInstanceOf(RingConflictException.class);
    }

    @Test
    void publish_theVerySameAgain_isDoneAlready() {
        publisher().publish(one, Optional.empty());

        publisher().publish(one, Optional.empty());

        assertThat(published()).containsExactly(one);
    }

    @Test
    void publish_rivalBetweenReadAndCommit_isFencedAndNothingIsWritten() {
        publisher().publish(one, Optional.empty());
        Ring rivals = ControlTopics.grown(one, 2);
        RingPublisher slow =
                new RingPublisher(control, () -> {}, () -> publisher().publish(rivals, Optional.of(Epoch.FIRST)));

        assertThatThrownBy(() -> slow.publish(two, Optional.of(Epoch.FIRST)))
                .isInstanceOfSatisfying(RingConflictException.class, e -> {
                    assertThat(e.expectedEpoch()).isEqualTo(1);
                    assertThat(e.foundEpoch()).isEqualTo(2);
                });

        assertThat(published()).containsExactly(one, rivals);
    }

    @Test
    void publish_brokersFailInAWayOfTheirOwn_isAConflictOnlyIfARivalPublished() {
        publisher().publish(one, Optional.empty());
        Ring rivals = ControlTopics.grown(one, 2);
        KafkaException unexpected = new KafkaException("Unhandled error in EndTxnResponse: unexpected");

        RingPublisher alone = new RingPublisher(control, () -> {}, () -> {
            throw unexpected;
        });
        assertThatThrownBy(() -> alone.publish(two, Optional.of(Epoch.FIRST))).isSameAs(unexpected);

        RingPublisher beaten = new RingPublisher(control, () -> {}, () -> {
            publisher().publish(rivals, Optional.of(Epoch.FIRST));
            throw unexpected;
        });
        assertThatThrownBy(() -> beaten.publish(two, Optional.of(Epoch.FIRST)))
                .isInstanceOfSatisfying(RingConflictException.class, e -> {
                    assertThat(e.expectedEpoch()).isEqualTo(1);
                    assertThat(e.foundEpoch()).isEqualTo(2);
                });

        assertThat(published()).containsExactly(one, rivals);
    }

    @Test
    void publish_rivalOnlyInitialisedYet_isAConflictAtEachPointOfTheTransaction() {
        publisher().publish(one, Optional.empty());
        Runnable rival = () -> {
            try (KafkaProducer<byte[], byte[]> producer =
                    ControlTopics.producer(control, Map.of("transactional.id", "slipring-ring-orders"))) {
                producer.initTransactions();
            }
        };

        for (RingPublisher slow :
                List.of(new RingPublisher(control, rival, () -> {}), new RingPublisher(control, () -> {}, rival))) {
            assertThatThrownBy(() -> slow.publish(two, Optional.of(Epoch.FIRST)))
                    .isInstanceOf(RingConflictException.class);
        }

        assertThat(published()).containsExactly(one);
    }

    @Test
    void publish_rivalDiedInItsTransaction_succeeds() throws Exception {
        publisher().publish(one, Optional.empty());
        try (KafkaProducer<byte[], byte[]> dead =
                ControlTopics.producer(control, Map.of("transactional.id", "slipring-ring-orders"))) {
            dead.initTransactions();
            dead.beginTransaction();
            dead.send(ControlTopics.message(control, ControlTopics.grown(one, 5)))
                    .get();

            publisher().publish(two, Optional.of(Epoch.FIRST));

            assertThat(published()).containsExactly(one, two);
        }
    }

    @Test
    void publish_manyAtOnce_oneWins() throws Exception {
        publisher().publish(one, Optional.empty());
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Callable<Boolean>> changes = IntStream.rangeClosed(1, 4)
                .<Callable<Boolean>>mapToObj(n -> () -> {
                    publisher().publish(ControlTopics.grown(one, n), Optional.of(Epoch.FIRST));
                    return true;
                })
                .toList();

        List<Future<Boolean>> results = threads.invokeAll(changes);

        threads.shutdownNow();
        int winners = 0;
        for (Future<Boolean> result : results) {
            try {
                winners += result.get() ? 1 : 0;
            } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(RingConflictException.class);
            }
        }
        assertThat(winners).isEqualTo(1);
        assertThat(published()).hasSize(2);
    }

    @Test
    void publish_overADefinitionOfANewerFormat_isRefused() throws Exception {
        publisher().publish(one, Optional.empty());
        ControlTopics.write(control, "ring/orders/2", new byte[] {(byte) 0xC3, 1, 9, 9, 9, 9, 9, 9, 9, 9, 0});

        assertThatThrownBy(() -> publisher().publish(two, Optional.of(Epoch.FIRST)))
                .isInstanceOf(RingConflictException.class);
        assertThatThrownBy(() -> publisher().publish(ControlTopics.grown(two, 1), Optional.of(two.epoch())))
                .isInstanceOf(RingFormatException.class);
    }

    @Test
    void publish_noTopic_saysSo() {
        ControlTopicConfig missing = ControlTopics.unused(broker, Duration.ofSeconds(3));

        assertThatThrownBy(() -> new RingPublisher(missing).publish(one, Optional.empty()))
                .isInstanceOfSatisfying(
                        ControlTopicException.class,
                        e -> assertThat(e.reason()).isEqualTo(ControlTopicException.Reason.MISSING));
    }

    @Test
    @Timeout(60)
    void publish_brokersVanishBeforeTheCommit_endsByItsDeadline() {
        Broker mortal = Broker.start();
        ControlTopicConfig config = ControlTopics.within(ControlTopics.created(mortal), Duration.ofSeconds(4));
        RingPublisher publisher = new RingPublisher(config, () -> {}, mortal::close);

        assertThatThrownBy(() -> publisher.publish(one, Optional.empty()))
                .isInstanceOf(RingTimeoutException.class)
                .hasMessageContaining("the publication of ring orders epoch 1");
    }

    private RingPublisher publisher() {
        return new RingPublisher(control);
    }

    private List<Ring> published() {
        return List.copyOf(ControlPlane.of(control).read().rings().get("orders").values());
    }
}
