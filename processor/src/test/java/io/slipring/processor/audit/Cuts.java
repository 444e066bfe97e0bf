/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.processor.LoggedApp;
import io.slipring.processor.core.Cells;
import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.Windowing;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** Applications with a past, and cuts of them. */
final class Cuts {
    static final int PARTITIONS = 4;
    static final int KEYS = 60;

    private Cuts() {}

    static byte[] key(int number) {
        return ("key-" + number).getBytes(StandardCharsets.UTF_8);
    }

    /** An application that has taken records, and has grown from 2 shards to 4 and not finished its handoffs. */
    static LoggedApp busyApp(long seed) {
        return busyApp(seed, Windowing.NONE);
    }

    /** The same with hopping windows, of which some are closed. */
    static LoggedApp busyWindows(long seed) {
        return busyApp(seed, new Windowing(new Cells(40, 20, 10), false, Long.MAX_VALUE, 1, System::nanoTime));
    }

    private static LoggedApp busyApp(long seed, Windowing windowing) {
        Random random = new Random(seed);
        Ring two = Rings.create("orders", 2, Placements.byName("balanced"), Set.of("source"));
        Ring three = RingChange.on(two).addShards(1).next();
        LoggedApp app = new LoggedApp(two, PARTITIONS, windowing);
        steps(app, random, 150);
        app.publish(three);
        steps(app, random, 60);
        app.publish(RingChange.on(three).addShards(1).next());
        steps(app, random, 60);
        commit(app);
        return app;
    }

    static void steps(LoggedApp app, Random random, int steps) {
        for (int i = 0; i < steps; i++) {
            LoggedApp.Task task = app.task(random.nextInt(PARTITIONS));
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    byte[] key = key(random.nextInt(KEYS));
                    task.take(key, task.source().size() + random.nextInt(20));
                }
                case 2, 3 -> task.receive();
                case 4 -> task.commit();
                default -> task.tick();
            }
        }
    }

    static void commit(LoggedApp app) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            app.task(partition).commit();
        }
    }

    /** The cut at the last ledgers. */
    static Cut cut(LoggedApp app) {
        return cut(app, partition -> 0);
    }

    /** A cut at ledgers some commits ago. */
    static Cut cut(LoggedApp app, IntUnaryOperator commitsAgo) {
        return cut(app, commitsAgo, Sought.NOTHING);
    }

    /** A cut that looks out for a key. */
    static Cut cut(LoggedApp app, IntUnaryOperator commitsAgo, Sought sought) {
        List<Cut.Task> tasks = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            HomeTail home = new HomeTail(sought);
            List<LoggedApp.Logged> log = app.task(partition).homeLog();
            int end = end(log, commitsAgo.applyAsInt(partition));
            log.subList(0, end).forEach(record -> home.apply(record.key(), record.value()));
            TransferTail transfers = new TransferTail(sought);
            long offset = 0;
            for (LoggedApp.Logged record : app.task(partition).transferLog()) {
                // A transfer that was taken out of the log leaves its offset behind.
                if (record.value() != null) {
                    transfers.add(offset, OptionalLong.of(record.commit()), record.value());
                }
                offset++;
            }
            tasks.add(new Cut.Task(partition, home, transfers));
        }
        Map<Integer, Ring> rings = new HashMap<>();
        app.rings().forEach(ring -> rings.put(ring.epoch().value(), ring));
        return new Cut(tasks, rings);
    }

    private static int end(List<LoggedApp.Logged> log, int commitsAgo) {
        int left = commitsAgo;
        if (left == 0) {
            return log.size();
        }
        for (int i = log.size() - 1; i > 0; i--) {
            if (!HomeKey.isEntry(log.get(i).key()) && left-- == 0) {
                return i + 1;
            }
        }
        return 0;
    }
}
