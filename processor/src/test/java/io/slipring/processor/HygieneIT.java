/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.partitioner.RingPartitioner;
import io.slipring.testkit.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was opened is gone after it was closed. The start is taken after a first round, which makes what is made once. */
class HygieneIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PRODUCERS = 200;
    private static final int APPS_AT_ONCE = 10;
    private static final int ROUNDS = 5;

    /** The broker's connections to itself, and segments and snapshots that it may have opened meanwhile. */
    private static final int SOCKETS_OF_THE_BROKER = 4;

    private static final int FILES_OF_THE_BROKER = 24;

    private static Broker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void producers_openedAndClosed_leaveNothing() throws Exception {
        Numbers names = ring("many-producers");
        openAndClose(names, 5);
        Footprint start = Footprint.now();

        openAndClose(names, PRODUCERS);

        awaitBackTo(start);
    }

    @Test
    void apps_openedAndClosed_leaveNothing() throws Exception {
        List<Numbers> apps = atOnce(IntStream.range(0, APPS_AT_ONCE).boxed().toList(), app -> ring("many-apps-" + app));
        openAndClose(apps, 0);
        Footprint start = Footprint.now();

        for (int round = 1; round <= ROUNDS; round++) {
            openAndClose(apps, round);
        }

        awaitBackTo(start);
    }

    private static Numbers ring(String run) {
        Numbers names = new Numbers(run);
        new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1).create(1);
        return names;
    }

    /** All are open at once, each has sent, and they share one reader of the ring. */
    private static void openAndClose(Numbers names, int count) throws Exception {
        List<KafkaProducer<String, Long>> producers = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                producers.add(new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                broker.bootstrapServers(),
                                "partitioner.class",
                                RingPartitioner.class.getName(),
                                "slipring.ring",
                                names.ring()),
                        new StringSerializer(),
                        new LongSerializer()));
            }
            for (KafkaProducer<String, Long> producer : producers) {
                producer.send(new ProducerRecord<>(names.input(), "key", 1L)).get(30, TimeUnit.SECONDS);
            }
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().equals("slipring-ring-reader-" + names.ring())))
                    .hasSize(1);
        } finally {
            producers.forEach(KafkaProducer::close);
        }
    }

    private void openAndClose(List<Numbers> names, int round) throws Exception {
        Queue<SummingApp> apps = new ConcurrentLinkedQueue<>();
        try {
            atOnce(
                    names,
                    name -> apps.add(new SummingApp(
                            name, broker.bootstrapServers(), directory.resolve(name.run() + "-" + round), Map.of())));
            apps.forEach(app -> app.awaitRunning(PATIENCE));
        } finally {
            atOnce(apps, app -> {
                app.leave();
                return app;
            });
        }
        assertThat(apps).hasSize(names.size()).noneMatch(SummingApp::hasFailed);
    }

    /** Calls for each in a thread of its own, as most of it is waiting; the threads have ended when this returns. */
    private static <T, R> List<R> atOnce(Collection<T> all, Function<T, R> call) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<R> results = new ArrayList<>();
            for (Future<R> result : threads.invokeAll(
                    all.stream().map(one -> (Callable<R>) () -> call.apply(one)).toList())) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdown();
            assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static void awaitBackTo(Footprint start) {
        Awaitility.await("what was open at the start")
                .pollInSameThread()
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                    Footprint end = Footprint.now();
                    assertThat(end.threadsSince(start)).isEmpty();
                    assertThat(end.beans()).isEqualTo(start.beans());
                    assertThat(end.sockets()).isLessThanOrEqualTo(start.sockets() + SOCKETS_OF_THE_BROKER);
                    assertThat(end.files()).isLessThanOrEqualTo(start.files() + FILES_OF_THE_BROKER);
                });
    }
}
