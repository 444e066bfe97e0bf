/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.HotKey;
import io.slipring.hotkeys.HotKeyWindow;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.source.ControlPlane;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.HotKeyShare;
import io.slipring.schemas.ShardTraffic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes what a router saw in each window to the control topic, and takes it back on close. Not thread-safe. */
final class HotKeyReporter implements AutoCloseable {
    private static final int LONGEST_ID = 180;

    /** The hottest keys are enough to plan by, and a report stays small. */
    private static final int KEYS = 256;

    /** Records and bytes of a partition up to now. */
    private record Sent(long records, long bytes) {
        private static final Sent NOTHING = new Sent(0, 0);
    }

    private final ControlPlane plane;
    private final SplittingRouter router;
    private final String client;
    private Map<Integer, Sent> before = new HashMap<>();
    private @Nullable HotKeyReport last;

    /**
     * Makes one.
     *
     * @param plane closed with this
     * @param clientId of the producer; made a legal name, and unique by a random end
     */
    HotKeyReporter(ControlPlane plane, SplittingRouter router, String clientId) {
        this.plane = plane;
        this.router = router;
        String legal = clientId.replaceAll("[^a-zA-Z0-9._-]", "_");
        String random = UUID.randomUUID().toString().substring(0, 8);
        this.client = (legal.isEmpty() ? "producer" : legal.substring(0, Math.min(LONGEST_ID, legal.length()))) + "-"
                + random;
    }

    /** Reports the window that just ended. */
    void windowEnded(long nowMs) {
        Ring ring = router.router().newest();
        HotKeyWindow window = router.hotKeys();
        HotKeyReport report = new HotKeyReport(
                ControlPlane.FORMAT_VERSION,
                ring.name(),
                client,
                ring.epoch().value(),
                TimeUnit.NANOSECONDS.toMillis(window.lengthNanos()),
                window.samples(),
                window.hot().stream().limit(KEYS).map(HotKeyReporter::share).toList(),
                traffic(ring),
                nowMs);
        plane.report(report);
        last = report;
    }

    private static HotKeyShare share(HotKey key) {
        return new HotKeyShare(ByteBuffer.wrap(key.key()), key.share(), key.error(), key.ways());
    }

    private List<ShardTraffic> traffic(Ring ring) {
        Map<Integer, Sent> now = new HashMap<>();
        List<ShardTraffic> traffic = new ArrayList<>();
        for (Shard shard : ring.shards()) {
            int partition = shard.partition();
            Sent sent = new Sent(router.load().records(partition), router.load().bytes(partition));
            Sent earlier = before.getOrDefault(partition, Sent.NOTHING);
            now.put(partition, sent);
            if (!shard.isDrained()) {
                traffic.add(new ShardTraffic(
                        shard.id().value(), sent.records() - earlier.records(), sent.bytes() - earlier.bytes()));
            }
        }
        before = now;
        return traffic;
    }

    @Override
    public void close() {
        if (last != null) {
            plane.withdraw(last);
        }
        plane.close();
    }
}
