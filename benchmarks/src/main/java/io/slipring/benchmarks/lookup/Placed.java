/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.lookup;

import io.slipring.partitioner.HotKeySettings;
import io.slipring.partitioner.Router;
import io.slipring.partitioner.SplittingRouter;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.source.RingSources;
import io.slipring.testkit.Zipf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What the ways to place a record have, each prepared only for the benchmark that takes it as an argument. */
public final class Placed {
    private Placed() {}

    /** A stream of 65,536 records of 4,096 keys with 24 bytes, Zipf 1.0. */
    @State(Scope.Thread)
    public static class Stream {
        private static final int KEYS = 4_096;
        private static final int RECORDS = 65_536;
        private static final int KEY_BYTES = 24;

        /** Shards of the ring, and partitions of the topic. */
        @Param({"16", "256", "1024"})
        public int shards;

        private final byte[][] keys = new byte[KEYS][KEY_BYTES];
        private final char[] order = new char[RECORDS];
        private int next;

        /** Makes the keys and their order. */
        @Setup
        public void prepare() {
            Random random = new Random(42);
            for (byte[] key : keys) {
                random.nextBytes(key);
            }
            Zipf zipf = new Zipf(KEYS, 1.0, 42);
            for (int i = 0; i < RECORDS; i++) {
                order[i] = (char) zipf.getAsInt();
            }
        }

        byte[] next() {
            return keys[order[next++ & (RECORDS - 1)]];
        }

        Ring ring() {
            return Rings.create("orders", shards, Placements.balanced(), List.of("orders"));
        }

        /** The ring with the eight hottest keys split over up to eight shards each. */
        Ring split(SplitMode mode) {
            List<SplitKey> splits = new ArrayList<>();
            for (int rank = 0; rank < 8; rank++) {
                int first = rank;
                splits.add(new SplitKey(
                        keys[rank],
                        IntStream.range(0, 8)
                                .mapToObj(i -> new ShardId((first + i) % shards))
                                .toList()));
            }
            return ring().toBuilder().splitMode(mode).splits(splits).build();
        }
    }

    /** The plain ring. */
    @State(Scope.Thread)
    public static class Plain {
        private Router router = new Router(RingSources.fixed(one()));

        /** Makes the router. */
        @Setup
        public void prepare(Stream stream) {
            router = new Router(RingSources.fixed(stream.ring()));
        }

        Router router() {
            return router;
        }
    }

    /** A ring with declared splits. */
    @State(Scope.Thread)
    public static class Declared extends Splitting {
        /** Makes the router. */
        @Setup
        public void prepare(Stream stream) {
            open(stream.split(SplitMode.DECLARED));
        }
    }

    /** A ring in mode adaptive, with the same splits. */
    @State(Scope.Thread)
    public static class Adaptive extends Splitting {
        /** Makes the router. */
        @Setup
        public void prepare(Stream stream) {
            open(stream.split(SplitMode.ADAPTIVE));
        }
    }

    /** A router as a producer has it, with detection and counting of load. */
    @State(Scope.Thread)
    public static class Splitting {
        private SplittingRouter router = router(one());
        private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();

        void open(Ring ring) {
            router.close();
            router = router(ring);
            var unused = ticker.scheduleWithFixedDelay(
                    () -> router.tick(System.nanoTime()), 200, 200, TimeUnit.MILLISECONDS);
        }

        /** Ends the ticking. */
        @TearDown
        public void end() {
            ticker.shutdownNow();
            router.close();
        }

        SplittingRouter router() {
            return router;
        }

        private static SplittingRouter router(Ring ring) {
            return new SplittingRouter(RingSources.fixed(ring), HotKeySettings.DEFAULT, 16_384);
        }
    }

    /** A ring as libketama has it. */
    @State(Scope.Thread)
    public static class KetamaRing {
        private Ketama ketama = new Ketama(1);

        /** Makes the ring. */
        @Setup
        public void prepare(Stream stream) {
            ketama = new Ketama(stream.shards);
        }

        Ketama ketama() {
            return ketama;
        }
    }

    private static Ring one() {
        return Rings.create("orders", 1, Placements.balanced(), List.of("orders"));
    }
}
