/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task that holds a split of a key sends of it. */
class SplitPartialsTest {
    private static final int FLUSHES = 5;
    private static final byte[] KEY = Samples.bytes(Samples.KEYS.get(0));

    private final List<Transfer> sent = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1_000, 100_000})
    void beforeCommit_soManyRecordsOfASplitKey_shipsOnePartialPerFlush(int records) {
        ShardCore<Integer, Long> split = new ShardCore<>(
                0,
                Samples.epochs(Samples.ring(2, vnode -> 1)),
                new Count(),
                new SimStore(),
                new NoControl(),
                new Sending(),
                new Limits(100, 1_000, 1_000_000, 1_000, 1_000, true),
                () -> 0);

        for (int flush = 0; flush < FLUSHES; flush++) {
            for (int record = 0; record < records; record++) {
                split.record(KEY, 1, record);
            }
            split.beforeCommit();
        }
        split.beforeCommit(); // nothing came since

        assertThat(sent)
                .hasSize(FLUSHES)
                .allSatisfy(transfer -> assertThat(transfer.partials())
                        .singleElement()
                        .satisfies(partial -> {
                            assertThat(partial.key()).isEqualTo(KEY);
                            assertThat(Envelope.decode(partial.envelope()).records())
                                    .isEqualTo(records);
                        }));
    }

    private static final class Count implements Folding<Integer, Long> {
        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long fold(Long aggregate, Integer value) {
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

    private static final class NoControl implements ControlStore {
        @Override
        public @Nullable TaskState load() {
            return null;
        }

        @Override
        public void save(TaskState state) {}
    }

    private final class Sending implements Effects<Long> {
        @Override
        public void emit(byte[] key, Long aggregate, long records, long timestamp) {
            throw new AssertionError("emitted for a key of another task");
        }

        @Override
        public void send(int partition, Transfer transfer) {
            assertThat(partition).isEqualTo(1);
            sent.add(transfer);
        }
    }
}
