/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.LoggedApp;
import io.slipring.processor.audit.Finding.Kind;
import io.slipring.schemas.Erasure;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceRecountTest {
    private static final byte[] VALUE = {1};

    private static SourceRecount recount(Cut cut, Map<TopicPartition, Long> committed) {
        return new SourceRecount(cut, committed, List.of("source"), List.of());
    }

    private static TopicPartition log(int partition) {
        return new TopicPartition("source", partition);
    }

    private static void countAll(SourceRecount recount, LoggedApp app) {
        for (int partition = 0; partition < Cuts.PARTITIONS; partition++) {
            List<byte[]> source = app.task(partition).source();
            for (int offset = 0; offset < source.size(); offset++) {
                recount.source(log(partition), offset, source.get(offset), VALUE);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void result_ledgersOfDifferentMoments_isExact(long seed) {
        LoggedApp app = Cuts.busyApp(seed);
        Random random = new Random(seed);
        for (int i = 0; i < 30; i++) {
            int[] ages = random.ints(Cuts.PARTITIONS, 0, 6).toArray();
            SourceRecount recount = recount(Cuts.cut(app, partition -> ages[partition]), Map.of());

            countAll(recount, app);

            assertThat(recount.result().differingKeys()).isZero();
            assertThat(recount.findings())
                    .as("seed %d, %s commits ago", seed, Arrays.toString(ages))
                    .isEmpty();
            Cuts.steps(app, random, 5);
        }
    }

    @Test
    void result_keyThatWasErased_mayHaveFewerRecordsButNotMore() {
        LoggedApp app = Cuts.busyApp(7);
        List<Erasure> erasures = List.of(erasure(Cuts.key(1_000)), erasure(Cuts.key(2_000)));
        SourceRecount recount = new SourceRecount(Cuts.cut(app), committedOneMore(app, 2), List.of("source"), erasures);
        countAll(recount, app);
        recount.source(log(2), app.task(2).source().size(), Cuts.key(1_000), VALUE);
        recount.deadLetter(log(2), 0, Cuts.key(2_000), VALUE);

        AuditReport.Recount result = recount.result();

        assertThat(result.differingKeys()).isEqualTo(1);
        assertThat(recount.findings())
                .filteredOn(finding -> finding.kind() == Kind.KEY)
                .singleElement()
                .matches(finding -> finding.difference() == 1);
    }

    private static Erasure erasure(byte[] key) {
        return new Erasure(1, "r", "a", KeyCounts.token(key), KeyCounts.check(key), 1L, 1L, 1L, 2L);
    }

    @Test
    void result_sourceHasMoreThanTheTaskTook_namesPartitionAndKey() {
        LoggedApp app = Cuts.busyApp(7);
        SourceRecount recount = recount(Cuts.cut(app), committedOneMore(app, 2));
        countAll(recount, app);
        recount.source(log(2), app.task(2).source().size(), Cuts.key(1_000), VALUE);

        AuditReport.Recount result = recount.result();

        assertThat(result.partitions().get(2).difference()).isEqualTo(-1);
        assertThat(result.differingKeys()).isEqualTo(1);
        assertThat(recount.findings()).extracting(Finding::kind).containsExactly(Kind.SOURCE, Kind.KEY);
        assertThat(recount.findings()).allMatch(finding -> finding.difference() == -1);
    }

    @Test
    void result_recordWasADeadLetter_isExact() {
        LoggedApp app = Cuts.busyApp(7);
        SourceRecount recount = recount(Cuts.cut(app), committedOneMore(app, 2));
        countAll(recount, app);
        int offset = app.task(2).source().size();
        recount.source(log(2), offset, Cuts.key(1_000), VALUE);
        recount.deadLetter(log(2), offset, Cuts.key(1_000), VALUE);
        recount.deadLetter(new TopicPartition("other", 2), offset, Cuts.key(1_000), VALUE);

        AuditReport.Recount result = recount.result();

        assertThat(recount.findings()).isEmpty();
        assertThat(result.partitions().get(2).deadLetters()).isEqualTo(1);
    }

    @Test
    void result_recordCountedForTheWrongKey_namesBothKeys() {
        LoggedApp app = Cuts.busyApp(7);
        app.task(0).source().set(0, Cuts.key(1_000));
        SourceRecount recount = recount(Cuts.cut(app), Map.of());

        countAll(recount, app);

        assertThat(recount.result().differingKeys()).isEqualTo(2);
        assertThat(recount.findings()).extracting(Finding::difference).containsExactlyInAnyOrder(-1L, 1L);
    }

    @Test
    void begins_behindTheFirstRecord_saysThatItCannotBeRecounted() {
        SourceRecount recount = recount(Cuts.cut(Cuts.busyApp(7)), Map.of());

        recount.begins(log(1), 3);

        assertThat(recount.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.SOURCE_GONE);
            assertThat(finding.text()).contains("partition 1", "topic source begins at offset 3");
        });
    }

    private static Map<TopicPartition, Long> committedOneMore(LoggedApp app, int partition) {
        return Map.of(log(partition), (long) app.task(partition).source().size() + 1);
    }
}
