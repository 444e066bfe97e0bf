/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.hotkeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.slipring.cli.command.KeyText;
import io.slipring.hotkeys.Heat;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.HotKeyShare;
import io.slipring.schemas.ShardTraffic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class HeatTest {
    private static final long NOW = 1_800_000_000_000L;

    private final Ring ring = Rings.create("orders", 4, Placements.balanced(), List.of("orders"));

    @Test
    void of_twoProducers_weighsByTheirRates() {
        Heat heat = Heat.of(
                ring,
                List.of(
                        report("a", NOW, 10_000, new long[] {30_000, 0, 0, 0}, share("x", 0.8)),
                        report("b", NOW, 5_000, new long[] {0, 5_000, 0, 0}, share("x", 0.4), share("y", 0.2))),
                NOW);

        assertThat(heat.producers()).isEqualTo(2);
        assertThat(heat.recordsPerSecond()).isCloseTo(4_000, within(1e-6));
        assertThat(heat.hot()).extracting(hot -> KeyText.shown(hot.key())).containsExactly("'x'", "'y'");
        assertThat(heat.hot().get(0).share()).isCloseTo(0.7, within(1e-9));
        assertThat(heat.hot().get(1).share()).isCloseTo(0.05, within(1e-9));
        assertThat(heat.loads().get(new ShardId(0))).isCloseTo(0.75, within(1e-9));
        assertThat(heat.overEven(ring, new ShardId(0))).isCloseTo(3, within(1e-9));
    }

    @Test
    void of_oldReport_doesNotCount() {
        Heat heat = Heat.of(
                ring,
                List.of(
                        report("a", NOW - 60_001, 10_000, new long[] {1, 1, 1, 1}, share("x", 0.8)),
                        report("b", NOW - 60_001, 20_000, new long[] {1, 1, 1, 1}, share("y", 0.8))),
                NOW);

        assertThat(heat.hot()).extracting(hot -> KeyText.shown(hot.key())).containsExactly("'y'");
    }

    @Test
    void of_noReports_isCold() {
        Heat heat = Heat.of(ring, List.of(), NOW);

        assertThat(heat.producers()).isZero();
        assertThat(heat.loads()).hasSize(4).containsValue(0.0);
        assertThat(new HeatView(ring, heat, 5).lines()).anyMatch(line -> line.contains("slipring.hotkeys.report=true"));
    }

    @Test
    void view_hotKey_namesTheShardThatSuffersAndTheSuggestedWays() {
        byte[] key = "x".getBytes(StandardCharsets.UTF_8);
        long[] records = {100, 100, 100, 100};
        records[ring.ownerOf(key).id().value()] = 700;
        Heat heat = Heat.of(ring, List.of(report("a", NOW, 10_000, records, share("x", 0.6))), NOW);

        HeatView view = new HeatView(ring, heat, 5);

        assertThat(view.json().get("keys"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement()
                .hasFieldOrPropertyWithValue("key", "x")
                .hasFieldOrPropertyWithValue("suggestedWays", 4)
                .hasFieldOrPropertyWithValue("ways", 1)
                .hasFieldOrPropertyWithValue("shard", ring.ownerOf(key).id().value());
        assertThat(view.lines()).anyMatch(line -> line.contains("60.00 %") && line.endsWith("'x'"));
    }

    @Test
    void shown_bytesThatAreNoText_areHex() {
        assertThat(KeyText.shown(new byte[] {'a', 0})).isEqualTo("0x6100");
        assertThat(KeyText.shown(new byte[] {(byte) 0xFF})).isEqualTo("0xff");
        assertThat(KeyText.shown(new byte[0])).isEqualTo("''");
    }

    private static HotKeyShare share(String key, double share) {
        return new HotKeyShare(ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8)), share, 0.01, 1);
    }

    private static HotKeyReport report(String client, long at, long windowMs, long[] records, HotKeyShare... keys) {
        List<ShardTraffic> shards = IntStream.range(0, records.length)
                .mapToObj(shard -> new ShardTraffic(shard, records[shard], 10 * records[shard]))
                .toList();
        return new HotKeyReport(1, "orders", client, 1, windowMs, 5_000L, List.of(keys), shards, at);
    }
}
