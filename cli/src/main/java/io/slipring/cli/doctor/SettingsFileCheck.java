/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.app.ExpressionSettings;
import io.slipring.cli.app.UnknownSettings;
import io.slipring.partitioner.RingPartitioner;
import io.slipring.ring.source.RingSourceConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** What can't be seen from outside, in the settings of a client. */
final class SettingsFileCheck implements Check {
    private static final String RUN_INPUT = "slipring.input.topic";
    /** Growth should be noticed within seconds. */
    private static final long MAX_METADATA_AGE_MS = 10_000;

    private static final List<String> RESETS = List.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG),
            StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG));

    @Override
    public List<Finding> of(Facts facts) {
        return facts.file().map(file -> of(facts, file)).orElse(List.of());
    }

    private static List<Finding> of(Facts facts, SettingsFile file) {
        List<Finding> findings = new ArrayList<>();
        Map<String, String> settings = file.settings();
        String where = "file " + file.name();
        UnknownSettings.of(settings)
                .forEach(key -> findings.add(new Finding(
                        Severity.WARNING,
                        "setting-unknown",
                        where,
                        key + " is no setting of ours",
                        "check its spelling")));
        ring(facts, settings, where, findings);
        if (settings.containsKey(StreamsConfig.APPLICATION_ID_CONFIG)) {
            application(settings, where, findings);
        } else {
            producer(settings, where, findings);
        }
        return findings;
    }

    private static void ring(Facts facts, Map<String, String> settings, String where, List<Finding> findings) {
        String ring = settings.get(RingSourceConfig.RING_CONFIG);
        if (ring != null && !facts.control().rings().containsKey(ring)) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "setting-ring",
                    where,
                    "slipring.ring=" + ring + " does not exist; there are "
                            + facts.control().rings().keySet(),
                    "name one of those, or: "
                            + facts.cluster().slipring("ring create --ring " + ring + " --topic TOPIC")));
        }
        String input = settings.get(RUN_INPUT);
        if (ring != null
                && input != null
                && facts.control().rings().containsKey(ring)
                && !facts.control().ring(ring).topics().contains(input)) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "setting-topic",
                    where,
                    RUN_INPUT + "=" + input + " is not among the topics of ring " + ring + ": "
                            + facts.control().ring(ring).topics(),
                    "check both names"));
        }
    }

    private static void application(Map<String, String> settings, String where, List<Finding> findings) {
        boolean byRun = settings.containsKey(RUN_INPUT);
        ExpressionSettings.mistakes(settings)
                .forEach(mistake -> findings.add(new Finding(
                        Severity.ERROR,
                        "setting-aggregates",
                        where,
                        mistake,
                        "correct it there; docs/aggregates.md has all aggregates, docs/windows.md all windows")));
        for (String key : RESETS) {
            String reset = settings.getOrDefault(key, "earliest");
            if (!reset.equals("earliest")) {
                findings.add(new Finding(
                        Severity.ERROR,
                        "setting-offset-reset",
                        where,
                        key + "=" + reset + ": records in a partition that growth adds are skipped until it is noticed",
                        "auto.offset.reset=earliest"));
            }
        }
        String guarantee = settings.getOrDefault(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                byRun ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        if (!guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "setting-guarantee",
                    where,
                    "processing.guarantee is " + guarantee
                            + ": a crash in the middle of a handoff could lose state, so it" + " is refused at start",
                    "processing.guarantee=exactly_once_v2"));
        }
        String age = settings.getOrDefault(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, byRun ? "2000" : "300000");
        if (age.matches("\\d{1,18}") && Long.parseLong(age) > MAX_METADATA_AGE_MS) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "setting-metadata-age",
                    where,
                    "metadata.max.age.ms is " + age + ": so long may it take until new partitions are noticed",
                    "metadata.max.age.ms=2000"));
        }
    }

    private static void producer(Map<String, String> settings, String where, List<Finding> findings) {
        String partitioner = settings.getOrDefault(ProducerConfig.PARTITIONER_CLASS_CONFIG, "the default one");
        if (!partitioner.equals(RingPartitioner.class.getName())) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "setting-partitioner",
                    where,
                    "the producer's partitioner is " + partitioner + ": its records take one more hop to their owner",
                    "partitioner.class=" + RingPartitioner.class.getName() + " and slipring.ring=RING"));
        } else if (!settings.containsKey(RingSourceConfig.RING_CONFIG)) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "setting-ring",
                    where,
                    "the partitioner needs to know its ring",
                    "slipring.ring=RING"));
        }
    }
}
