/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.ControlStore;
import io.slipring.processor.core.Effects;
import io.slipring.processor.core.Epochs;
import io.slipring.processor.core.Folding;
import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.HomeStore;
import io.slipring.processor.core.Ledger;
import io.slipring.processor.core.LedgerBook;
import io.slipring.processor.core.LedgerStore;
import io.slipring.processor.core.Limits;
import io.slipring.processor.core.ShardCore;
import io.slipring.processor.core.TaskState;
import io.slipring.processor.core.Transfer;
import io.slipring.processor.core.Windowing;
import io.slipring.ring.Ring;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Real cores that write their logs to lists, as they would to topics; every commit succeeds. */
public final class LoggedApp {
    private static final Limits LIMITS = new Limits(1_000, 200, 100, 1_000_000_000, 1_000_000_000, true);

    private final List<Ring> rings = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();

    private final Windowing windowing;

    /** Starts tasks, at least as many as any ring to come has shards. */
    public LoggedApp(Ring first, int partitions) {
        this(first, partitions, Windowing.NONE);
    }

    /** The same with windows. */
    public LoggedApp(Ring first, int partitions, Windowing windowing) {
        this.windowing = windowing;
        rings.add(first);
        for (int partition = 0; partition < partitions; partition++) {
            tasks.add(new Task(partition));
        }
    }

    /** A record of a log; of a transfer, with the number of its commit. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Logged(byte[] key, byte @Nullable [] value, long commit) {}

    /** Publishes an epoch, which every task adopts with its next step. */
    public void publish(Ring ring) {
        rings.add(ring);
    }

    /** The rings, from epoch 1 on. */
    public List<Ring> rings() {
        return rings;
    }

    /** The task of a partition. */
    public Task task(int partition) {
        return tasks.get(partition);
    }

    /** A ledger as the value of a home store. */
    public static byte[] ledger(Ledger ledger) {
        return LedgerCodec.encode(ledger);
    }

    /** A core and its logs. */
    public final class Task implements HomeStore, Effects<Long> {
        private final int partition;
        private final List<Logged> homeLog = new ArrayList<>();
        private final List<Logged> transferLog = new ArrayList<>();
        private final List<byte[]> source = new ArrayList<>();
        private final TreeMap<byte[], byte[]> home = new TreeMap<>(Arrays::compareUnsigned);
        private final List<Runnable> uncommitted = new ArrayList<>();
        private final ShardCore<Long, Long> core;
        private final LedgerBook book;
        private int received;
        private long nanos;

        Task(int partition) {
            this.partition = partition;
            this.book = new LedgerBook(new LedgerStore() {
                @Override
                public @Nullable Ledger load() {
                    return null;
                }

                @Override
                public void save(Ledger ledger) {
                    put(HomeKey.ledger(), LedgerCodec.encode(ledger));
                }
            });
            ControlStore control = new ControlStore() {
                @Override
                public @Nullable TaskState load() {
                    return null;
                }

                @Override
                public void save(TaskState state) {}
            };
            this.core = new ShardCore<>(
                    partition,
                    new Published(),
                    new Sum(),
                    windowing,
                    this,
                    control,
                    this,
                    LIMITS,
                    () -> nanos += 1_000_000_000);
        }

        /** The home changelog as far as it is committed; may be changed. */
        public List<Logged> homeLog() {
            return homeLog;
        }

        /** The transfers to this task as far as they are committed; may be changed. */
        public List<Logged> transferLog() {
            return transferLog;
        }

        /** The keys of the source records that the task has taken. */
        public List<byte[]> source() {
            return source;
        }

        /** Takes a source record. */
        public void take(byte[] key) {
            take(key, 0);
        }

        /** Takes a source record of a time. */
        public void take(byte[] key, long timestamp) {
            book.took("source", source.size());
            source.add(key);
            core.record(key, 1L, timestamp);
        }

        /** Takes the next transfer; returns whether there was one. */
        public boolean receive() {
            if (received == transferLog.size()) {
                return false;
            }
            byte[] value = transferLog.get(received).value();
            core.transfer(() -> {
                Transfer transfer = TransferCodec.decode(value);
                book.received(transfer, received, true);
                return transfer;
            });
            received++;
            return true;
        }

        /** Ships some. */
        public void tick() {
            core.tick(false, 1);
        }

        /** Makes everything since the last commit part of the logs. */
        public void commit() {
            book.close(core.beforeCommit(), core::state);
            uncommitted.forEach(Runnable::run);
            uncommitted.clear();
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return home.get(key);
        }

        @Override
        public void put(byte[] key, byte @Nullable [] value) {
            if (value == null) {
                home.remove(key);
            } else {
                home.put(key, value);
            }
            uncommitted.add(() -> homeLog.add(new Logged(key, value, 0)));
        }

        @Override
        public void scan(byte[] from, byte @Nullable [] to, BiPredicate<byte[], byte[]> visitor) {
            for (var entry : (to == null ? home.tailMap(from, true) : home.subMap(from, true, to, false)).entrySet()) {
                if (!visitor.test(entry.getKey(), entry.getValue())) {
                    return;
                }
            }
        }

        @Override
        public void emit(byte[] key, Long aggregate, long records, long timestamp) {}

        @Override
        public void send(int to, Transfer transfer) {
            Logged record = new Logged(new byte[0], TransferCodec.encode(transfer), book.commit());
            book.sent(to, transfer);
            uncommitted.add(() -> task(to).transferLog.add(record));
        }
    }

    private final class Published implements Epochs {
        @Override
        public int oldest() {
            return 1;
        }

        @Override
        public int latest() {
            return rings.size();
        }

        @Override
        public Ring ring(int epoch) {
            return rings.get(epoch - 1);
        }
    }

    private static final class Sum implements Folding<Long, Long> {
        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long fold(Long aggregate, Long value) {
            return aggregate + value;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public byte[] encode(Long aggregate) {
            return ByteBuffer.allocate(Long.BYTES).putLong(aggregate).array();
        }

        @Override
        public Long decode(byte[] bytes) {
            return ByteBuffer.wrap(bytes).getLong();
        }
    }
}
