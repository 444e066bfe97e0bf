/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.progress.Pace;
import io.slipring.cli.progress.Reports;
import io.slipring.cli.progress.TaskId;
import io.slipring.ring.Epoch;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Each mistake is made in an otherwise healthy cluster, and must be all that is found. */
class CheckTest {
    private static final String KAFKA = "kafka-configs.sh --bootstrap-server b:9092 --alter --entity-type topics ";
    private final Patient cluster = new Patient();

    @Test
    void all_healthyCluster_findNothing() {
        assertThat(cluster.findings()).isEmpty();
    }

    @Test
    void all_healthySingleBroker_findNothing() {
        cluster.brokers = 1;
        cluster.topics.replaceAll(
                (name, topic) -> new TopicFacts(topic.partitions(), 1, Map.of("min.insync.replicas", "1")));

        assertThat(cluster.findings()).isEmpty();
    }

    @Test
    void rights_refusal_isAWarning() {
        cluster.refusals.add(new Facts.Refusal("topic t", "Not authorized to access topics: [t]"));
        cluster.topics.remove("t");

        Finding finding = only("rights", Severity.WARNING, "topic t");
        assertThat(finding.what()).contains("was not checked: Not authorized to access topics: [t]");
    }

    @Test
    void controlTopic_missing_isAnError() {
        cluster.rings.clear();
        cluster.apps.clear();
        cluster.lose("__slipring");

        assertThat(only("ring-topic-missing", Severity.ERROR, "topic __slipring")
                        .fix())
                .startsWith("./slipring ring create --topic TOPIC --bootstrap-server b:9092");
    }

    @Test
    void controlTopic_thatDeletes_isAnError() {
        cluster.topic("__slipring", 1, Map.of("cleanup.policy", "compact,delete"));

        assertThat(only("ring-topic-policy", Severity.ERROR, "topic __slipring").fix())
                .isEqualTo(KAFKA + "--entity-name __slipring --add-config cleanup.policy=compact");
    }

    @Test
    void controlTopic_twoPartitions_isAnError() {
        cluster.topic("__slipring", 2, Map.of("cleanup.policy", "compact"));

        only("ring-topic-partitions", Severity.ERROR, "topic __slipring");
    }

    @Test
    void definitions_unreadable_isAnErrorButForProgress() {
        cluster.refused.put("ring/r/2", "RingDefinition was written by a schema of the future");

        only("unreadable", Severity.ERROR, "topic __slipring");

        cluster.refused.clear();
        cluster.refused.put("task/r/totals/0", "damaged");
        only("unreadable", Severity.WARNING, "topic __slipring");
    }

    @Test
    void definitions_gap_isAnError() {
        Ring third = RingChange.on(RingChange.on(newest()).createdAtMs(1).next())
                .createdAtMs(Reports.NOW)
                .next();
        cluster.publish(third);
        cluster.tasks.forEach(task -> task.setEpoch(3));

        assertThat(only("epoch-gap", Severity.ERROR, "ring r").what()).contains("epochs [2] are missing");
    }

    @Test
    void sharedTopics_twoRings_isAnError() {
        cluster.publish(Rings.create("q", 2, Placements.balanced(), Set.of("t")));

        assertThat(only("topic-in-two-rings", Severity.ERROR, "topic t").what()).contains("rings q and r");
    }

    @Test
    void sharedTopics_readBySomebodyElse_isANote() {
        cluster.rings.clear();
        cluster.publish(Rings.create("r", 2, Placements.balanced(), Set.of("t", "u")));
        cluster.topic("u", 2, Map.of());

        only("topic-without-reader", Severity.INFO, "topic u");
    }

    @Test
    void sharedTopics_readButNotListed_isAWarning() {
        cluster.apps.get(0).setSourceTopics(List.of("t", "u"));
        cluster.topic("u", 2, Map.of());

        only("topic-outside-ring", Severity.WARNING, "topic u");
    }

    @Test
    void topicCounts_sourceMissing_isAnError() {
        cluster.lose("t");

        assertThat(only("topic-missing", Severity.ERROR, "topic t").fix())
                .endsWith("--create --topic t --partitions 2");
    }

    @Test
    void topicCounts_transferMissing_isAnError() {
        cluster.lose("totals-transfer");

        only("topic-missing", Severity.ERROR, "topic totals-transfer");
    }

    @Test
    void topicCounts_allTooSmall_isAnErrorForTheSource() {
        cluster.topics.replaceAll((name, topic) -> new TopicFacts(1, 3, topic.settings()));

        assertThat(only("too-few-partitions", Severity.ERROR, "topic t").fix())
                .startsWith("kafka-topics.sh --bootstrap-server b:9092 --alter --topic t --partitions 2");
    }

    @Test
    void topicCounts_onlyTheSourceGrew_isAnErrorOfTheApplication() {
        cluster.topic("t", 3, Map.of());

        List<Finding> findings = cluster.findings();

        assertThat(findings).extracting(Finding::check).containsExactly("unused-partitions", "counts-differ");
        assertThat(findings.get(1).what())
                .contains("{t=3, totals-control-changelog=2, totals-home-changelog=2, totals-transfer=2}");
        assertThat(findings.get(1).fix())
                .contains("--topic totals-control-changelog --partitions 3 && kafka-topics.sh");
    }

    @Test
    void transferTopic_thatExpires_isAnError() {
        cluster.topic("totals-transfer", 2, Map.of("retention.ms", "604800000", "retention.bytes", "-1"));

        Finding finding = only("transfer-settings", Severity.ERROR, "topic totals-transfer");
        assertThat(finding.what()).startsWith("has retention.ms=604800000;");
        assertThat(finding.fix()).isEqualTo(KAFKA + "--entity-name totals-transfer --add-config retention.ms=-1");
    }

    @Test
    void transferTopic_lessReplicated_isAnError() {
        cluster.replicas("totals-transfer", 2, 1);

        only("transfer-replicas", Severity.ERROR, "topic totals-transfer");
    }

    @Test
    void durability_oneReplicaOnThreeBrokers_isAWarning() {
        cluster.replicas("totals-home-changelog", 1, 1);

        only("replicas", Severity.WARNING, "topic totals-home-changelog");
    }

    @Test
    void durability_minInsyncReplicas_mustLeaveRoom() {
        cluster.replicas("t", 3, 1);
        assertThat(only("min-isr", Severity.WARNING, "topic t").what()).contains("one broker alone");

        cluster.replicas("t", 3, 3);
        assertThat(only("min-isr", Severity.WARNING, "topic t").what()).contains("while a broker is down");

        cluster.replicas("t", 3, 4);
        assertThat(only("min-isr", Severity.ERROR, "topic t").what()).contains("nothing can be written");
    }

    @Test
    void registration_noGroup_isAWarningOrAnErrorIfItBlocks() {
        cluster.group("none", Map.of());
        assertThat(only("dead-registration", Severity.WARNING, "application totals")
                        .fix())
                .contains("./slipring ring forget-app --ring r --application-id totals --bootstrap-server b:9092");

        cluster.lose("totals-home-changelog");
        assertThat(only("dead-registration", Severity.ERROR, "application totals")
                        .what())
                .contains("no topics [totals-home-changelog], so that the ring can't grow");
    }

    @Test
    void registration_justNow_isLeftInPeace() {
        cluster.group("none", Map.of());
        cluster.apps.get(0).setRegisteredAtMs(Reports.NOW - 60_000);

        assertThat(cluster.findings()).isEmpty();
    }

    @Test
    void stuck_groupEmpty_isAWarningOrAnErrorIfBehind() {
        cluster.group("empty", Map.of());
        only("app-not-running", Severity.WARNING, "application totals");

        cluster.tasks.remove(1);
        assertThat(only("app-not-running", Severity.ERROR, "application totals").what())
                .isEqualTo("has no running instance (its group is empty): partition 1 never reported");
    }

    @Test
    void stuck_tasksBehindTheEpoch_isAnErrorAfterAWhile() {
        cluster.publish(
                RingChange.on(newest()).createdAtMs(Reports.NOW - 50_000).next());
        assertThat(cluster.findings()).isEmpty();

        cluster.rings.get("r").remove(new Epoch(2));
        cluster.publish(
                RingChange.on(newest()).createdAtMs(Reports.NOW - 90_000).next());
        assertThat(only("app-behind", Severity.ERROR, "application totals").what())
                .isEqualTo("tasks have not adopted epoch 2 of ring r for 1 min 30 s: partition 0 at epoch 1; "
                        + "partition 1 at epoch 1");
    }

    @Test
    void stuck_silentTask_isAWarning() {
        cluster.tasks.get(1).setUpdatedAtMs(Reports.NOW - 41_000);

        assertThat(only("task-silent", Severity.WARNING, "application totals").what())
                .contains("partition 1")
                .endsWith("no report for 41 s");
    }

    @Test
    void offsets_partitionWithoutCommit_isAWarning() {
        cluster.group("stable", Map.of(new TopicPartition("t", 0), 5L));

        assertThat(only("nothing-committed", Severity.WARNING, "topic t").what())
                .startsWith("partitions [1] have 5 records, and application totals has committed nothing");
    }

    @Test
    void offsets_nothingCommittedAtAll_isAnApplicationThatStarts() {
        cluster.group("stable", Map.of());

        assertThat(cluster.findings()).isEmpty();
    }

    @Test
    void foreignShare_ofLate_isAWarning() {
        pace(0, 1_000, 50);
        assertThat(cluster.findings()).isEmpty();

        pace(0, 1_000, 500);
        assertThat(only("foreign-producers", Severity.WARNING, "topic t").what())
                .contains("of those just consumed: partition 0: 50%;");
    }

    @Test
    void foreignShare_longAgo_isANoteWhileNothingIsConsumed() {
        TaskProgress task = cluster.tasks.get(1);
        task.setRecordsConsumed(1_000);
        task.setRecordsForeign(600);
        assertThat(only("foreign-producers", Severity.INFO, "topic t").what())
                .contains("of all so far: partition 1: 60%;");

        pace(1, 1_000, 0);
        assertThat(cluster.findings()).isEmpty();
    }

    @Test
    void settingsFile_goodApplication_findsNothing() {
        cluster.settings(Map.of(
                "application.id", "totals",
                "slipring.ring", "r",
                "slipring.input.topic", "t",
                "slipring.aggregate", "count"));
        assertThat(cluster.findings()).isEmpty();

        cluster.settings(Map.of(
                "application.id", "totals",
                "slipring.ring", "r",
                "slipring.input.topic", "t",
                "slipring.aggregates", "count, sum(delay) as total, p99(delay)"));
        assertThat(cluster.findings()).isEmpty();

        cluster.settings(Map.of(
                "application.id", "totals",
                "slipring.ring", "r",
                "processing.guarantee", "exactly_once_v2",
                "metadata.max.age.ms", "2000"));
        assertThat(cluster.findings()).isEmpty();
    }

    @Test
    void settingsFile_mistakeInTheAggregates_isNamedWithItsPlace() {
        cluster.settings(Map.of(
                "application.id", "totals",
                "slipring.ring", "r",
                "slipring.input.topic", "t",
                "slipring.aggregates", "count, dedup(id)"));

        assertThat(only("setting-aggregates", Severity.ERROR, "file app.properties")
                        .what())
                .contains("column 8: 'dedup' depends on the order in which records arrive")
                .contains("write distinct(FIELD)");
    }

    @Test
    void settingsFile_badApplication_namesEachMistake() {
        cluster.settings(Map.of(
                "application.id", "totals",
                "slipring.ring", "q",
                "slipring.rign.topic", "x",
                "main.consumer.auto.offset.reset", "latest"));

        assertThat(cluster.findings())
                .extracting(finding -> finding.severity() + " " + finding.check())
                .containsExactly(
                        "WARNING setting-unknown",
                        "ERROR setting-ring",
                        "ERROR setting-offset-reset",
                        "ERROR setting-guarantee",
                        "WARNING setting-metadata-age");
        assertThat(cluster.findings()).allMatch(finding -> finding.where().equals("file app.properties"));
    }

    @Test
    void settingsFile_runOfAnotherTopic_isAWarning() {
        cluster.settings(Map.of("application.id", "totals", "slipring.ring", "r", "slipring.input.topic", "u"));

        only("setting-topic", Severity.WARNING, "file app.properties");
    }

    @Test
    void settingsFile_producer_needsThePartitionerAndItsRing() {
        cluster.settings(Map.of("acks", "all"));
        only("setting-partitioner", Severity.WARNING, "file app.properties");

        cluster.settings(Map.of("partitioner.class", "io.slipring.partitioner.RingPartitioner"));
        only("setting-ring", Severity.ERROR, "file app.properties");

        cluster.settings(Map.of("partitioner.class", "io.slipring.partitioner.RingPartitioner", "slipring.ring", "r"));
        assertThat(cluster.findings()).isEmpty();
    }

    private Finding only(String check, Severity severity, String where) {
        List<Finding> findings = cluster.findings();
        assertThat(findings)
                .extracting(finding -> finding.severity() + " " + finding.check() + " " + finding.where())
                .containsExactly(severity + " " + check + " " + where);
        assertThat(findings.get(0).fix()).isNotBlank();
        return findings.get(0);
    }

    private Ring newest() {
        return cluster.rings.get("r").lastEntry().getValue();
    }

    private void pace(int partition, long consumed, long foreign) {
        cluster.paces.put(new TaskId("r", "totals", partition), new Pace(Duration.ofSeconds(10), 0, consumed, foreign));
    }
}
