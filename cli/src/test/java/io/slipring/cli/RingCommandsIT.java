/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.ring.Placements;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.schemas.AppRegistration;
import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RingCommandsIT {
    private static Broker broker;
    private static int run;

    private String name;
    private String control;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createRing() {
        name = "orders-" + ++run;
        control = "control-" + name;
        broker.createTopic(name, 4, Map.of());
        assertThat(ring("create", "--topic", name, "--ring", name).status()).isZero();
    }

    @Test
    void change_weightMoveRemoveRevert_eachIsShownThenDoneThenNothing() {
        JsonNode first = describe();

        changes(1, 2, "set-weight", "--shard", "1,2", "--weight", "3");
        assertThat(vnodes(describe())).containsExactly(8_192, 24_576, 24_576, 8_192);

        JsonNode moved = changes(2, 3, "move", "--vnodes", "0-999,5000", "--to", "0");
        assertThat(moved.get("moves"))
                .isNotEmpty()
                .allSatisfy(move -> assertThat(move.get("toPartition").asInt()).isZero());

        changes(3, 4, "remove-shard", "--shard", "3");
        assertThat(vnodes(describe()).get(3)).isZero();

        JsonNode added = changes(4, 5, "add-shard", "--to-shards", "5", "--zone", "b");
        assertThat(added.get("topicsGrown")).hasSize(1);
        assertThat(added.get("partitionsAfter").asInt()).isEqualTo(5);
        assertThat(describe().get("shards")).hasSize(5);

        changes(5, 6, "revert", "--to-epoch", "1");
        JsonNode last = describe();
        assertThat(vnodes(last)).containsExactly(16_384, 16_384, 16_384, 16_384, 0);
        assertThat(last.get("epoch").asInt()).isEqualTo(6);
        assertThat(first.get("epoch").asInt()).isEqualTo(1);
    }

    /** Shows, acts, and repeats. */
    private JsonNode changes(int from, int to, String command, String... more) {
        JsonNode dry = json(0, command, more);
        assertThat(dry.get("executed").asBoolean()).isFalse();
        assertThat(dry.get("vnodesMoved").asInt()).isPositive();
        assertThat(describe().get("epoch").asInt()).isEqualTo(from);

        String[] execute = Stream.concat(
                        Stream.of(more), Stream.of("--execute", "--expected-epoch", Integer.toString(from)))
                .toArray(String[]::new);
        JsonNode done = json(0, command, execute);
        assertThat(done.get("executed").asBoolean()).isTrue();
        assertThat(done.get("moves")).isEqualTo(dry.get("moves"));
        assertThat(describe().get("epoch").asInt()).isEqualTo(to);

        JsonNode again = json(
                0,
                command,
                Stream.concat(Stream.of(more), Stream.of("--execute")).toArray(String[]::new));
        assertThat(again.get("nothingToDo").asBoolean()).isTrue();
        CommandRun stale = ring(command, execute);
        assertThat(stale.status()).isEqualTo(1);
        assertThat(stale.err()).contains("epoch " + from).contains("epoch " + to);
        assertThat(describe().get("epoch").asInt()).isEqualTo(to);
        return done;
    }

    @Test
    void change_wronglyAskedFor_namesWhatIsWrongAndChangesNothing() {
        assertFails(2, "ring " + name + " has no shard 9, it has [0, 1, 2, 3]", "remove-shard", "--shard", "9");
        assertFails(2, "weight must be >= 0, was -1", "set-weight", "--shard", "0", "--weight", "-1");
        assertFails(2, "at least one shard must have a positive weight", "remove-shard", "--shard", "0,1,2,3");
        assertFails(2, "was '7-3'", "move", "--vnodes", "7-3", "--to", "0");
        assertFails(2, "was '65536'", "move", "--vnodes", "1,65536", "--to", "0");
        assertFails(2, "gets it no vnode", "move", "--vnodes", "0-65535", "--to", "0");
        assertFails(2, "--to-shards must be >= 4", "add-shard", "--to-shards", "3");
        assertFails(1, "has no epoch 7, there are 1 to 1", "revert", "--to-epoch", "7");
        assertFails(1, "knows no application totals; it knows []", "forget-app", "--application-id", "totals");
        assertThat(describe().get("epoch").asInt()).isEqualTo(1);
    }

    private void assertFails(int status, String message, String command, String... more) {
        CommandRun run = ring(
                command, Stream.concat(Stream.of(more), Stream.of("--execute")).toArray(String[]::new));
        assertThat(run.err()).contains(message);
        assertThat(run.status()).isEqualTo(status);
    }

    @Test
    void change_twoOperatorsAHundredTimes_oneWinsEachTimeAndTheOtherNamesBothEpochs() throws Exception {
        ExecutorService operators = Executors.newFixedThreadPool(2);
        try {
            for (int epoch = 1; epoch <= 100; epoch++) {
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<CommandRun>> both = new ArrayList<>();
                for (int operator = 0; operator < 2; operator++) {
                    String vnode = Integer.toString(epoch);
                    String shard = Integer.toString((describeOwner(epoch) + 1 + operator) % 4);
                    String expected = Integer.toString(epoch);
                    Callable<CommandRun> change = () -> {
                        together.await();
                        return ring(
                                "move", "--vnodes", vnode, "--to", shard, "--execute", "--expected-epoch", expected);
                    };
                    both.add(operators.submit(change));
                }
                CommandRun one = both.get(0).get();
                CommandRun other = both.get(1).get();
                assertThat(one.status() + other.status())
                        .as("epoch %d: %s and %s", epoch, one, other)
                        .isEqualTo(1);
                CommandRun loser = one.status() == 1 ? one : other;
                assertThat(loser.err()).contains("epoch " + epoch + ",").contains("epoch " + (epoch + 1) + ";");
            }
        } finally {
            operators.shutdownNow();
        }
        assertThat(describe().get("epoch").asInt()).isEqualTo(101);
    }

    private int describeOwner(int vnode) {
        // Balanced placement of four equal shards at epoch 1; vnodes that were not moved yet keep their owner.
        return Rings.create(name, 4, Placements.balanced(), List.of(name)).partitionOfVnode(vnode);
    }

    @Test
    void change_groupWithStateThatIsNotRegistered_blocksGrowthOnlyUntilForced() throws Exception {
        String stranger = "report-" + name;
        broker.createTopic(stranger + "-counts-changelog", 4, Map.of());
        broker.admin()
                .alterConsumerGroupOffsets(stranger, Map.of(new TopicPartition(name, 0), new OffsetAndMetadata(0)))
                .all()
                .get();

        CommandRun dry = ring("add-shard");
        assertThat(dry.status()).isEqualTo(1);
        assertThat(dry.out()).contains("blocked: " + stranger).contains(stranger + "-counts-changelog");
        CommandRun blocked = ring("add-shard", "--execute");
        assertThat(blocked.status()).isEqualTo(1);
        assertThat(blocked.err()).contains(stranger);
        assertThat(describe().get("epoch").asInt()).isEqualTo(1);

        assertThat(ring("set-weight", "--shard", "0", "--weight", "2", "--execute")
                        .status())
                .isZero();
        assertThat(ring("add-shard", "--execute", "--force").status()).isZero();
        assertThat(describe().get("shards")).hasSize(5);
    }

    @Test
    void forgetApp_deadRegistration_nolongerBlocksGrowth() throws Exception {
        String group = "dead-" + name;
        ControlPlane plane = ControlPlane.of(new ControlTopicConfig(
                control, Duration.ofSeconds(30), Map.of("bootstrap.servers", broker.bootstrapServers())));
        try (plane) {
            plane.register(AppRegistration.newBuilder()
                    .setFormatVersion(1)
                    .setRing(name)
                    .setApplicationId(group)
                    .setSourceTopics(List.of(name))
                    .setTransferTopic(name + "-transfer")
                    .setChangelogTopics(List.of())
                    .setRegisteredAtMs(0)
                    .build());
        }
        CommandRun blocked = ring("add-shard", "--execute");
        assertThat(blocked.status()).isEqualTo(1);
        assertThat(blocked.err()).contains(name + "-transfer=application " + group);

        assertThat(ring("forget-app", "--application-id", group).out()).startsWith("Dry run");
        assertThat(ring("add-shard").status()).isEqualTo(1);
        assertThat(ring("forget-app", "--application-id", group, "--execute").status())
                .isZero();
        assertThat(ring("add-shard", "--execute").status()).isZero();
    }

    private JsonNode describe() {
        return json(0, "describe", "--ring", name);
    }

    private static List<Integer> vnodes(JsonNode ring) {
        List<Integer> vnodes = new ArrayList<>();
        ring.get("shards").forEach(shard -> vnodes.add(shard.get("vnodes").asInt()));
        return vnodes;
    }

    private JsonNode json(int status, String command, String... more) {
        CommandRun run = ring(
                command, Stream.concat(Stream.of(more), Stream.of("--json")).toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isEqualTo(status);
        try {
            return run.json();
        } catch (Exception e) {
            throw new IllegalStateException(run.out(), e);
        }
    }

    private CommandRun ring(String command, String... more) {
        return CommandRun.of(Stream.concat(
                        Stream.of(
                                "ring",
                                command,
                                "--bootstrap-server",
                                broker.bootstrapServers(),
                                "--ring-topic",
                                control),
                        Stream.of(more))
                .toArray(String[]::new));
    }
}
