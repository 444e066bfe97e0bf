/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.slipring.cli.app.AppUpdate;
import io.slipring.cli.app.HomeChangelog;
import io.slipring.cli.trial.Comparison;
import io.slipring.cli.trial.KeyTotals;
import io.slipring.cli.trial.OutputLedger;
import io.slipring.cli.trial.TopicScan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The input topic read from its start and added up in the plainest way, against the last update of every key in the output
 * topic and against the home state of all tasks, read from its changelog. To be made when the application has ended.
 *
 * @param records records in the input topic
 * @param keys their distinct keys
 * @param lost records that the application counted too few, in its output or its state, whichever is worse
 * @param duplicated records that it counted too many, likewise
 * @param mismatchedKeys keys whose result differs in either
 * @param differences the first few of those, for people
 */
record Recount(long records, int keys, long lost, long duplicated, int mismatchedKeys, List<String> differences) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ObjectReader NUMBERS = new ObjectMapper().readerFor(Map.class);

    static Recount of(Map<String, Object> client, OutputLedger output) {
        Map<String, KeyTotals> expected = input(client);
        Comparison updates = new Comparison(expected);
        output.compare(updates);
        updates.finish();
        Comparison state = state(client, expected);
        Set<String> mismatched = new HashSet<>(updates.mismatched());
        mismatched.addAll(state.mismatched());
        List<String> differences = new ArrayList<>();
        updates.differences().forEach(difference -> differences.add("output " + difference));
        state.differences().forEach(difference -> differences.add("state " + difference));
        return new Recount(
                expected.values().stream().mapToLong(KeyTotals::count).sum(),
                expected.size(),
                Math.max(updates.lost(), state.lost()),
                Math.max(updates.duplicated(), state.duplicated()),
                mismatched.size(),
                differences);
    }

    private static Map<String, KeyTotals> input(Map<String, Object> client) {
        Map<String, KeyTotals> totals = new HashMap<>();
        TopicScan.read(
                client,
                ChaosCluster.INPUT,
                PATIENCE,
                record -> totals.computeIfAbsent(
                                new String(record.key(), StandardCharsets.UTF_8), key -> new KeyTotals())
                        .add(Optional.of(number(record.value()))));
        return totals;
    }

    private static BigDecimal number(byte[] value) {
        try {
            Map<String, Object> row = NUMBERS.readValue(value);
            return new BigDecimal(String.valueOf(row.get(ChaosCluster.FIELD)));
        } catch (IOException e) {
            throw new UncheckedIOException("Not a record of ours", e);
        }
    }

    private static Comparison state(Map<String, Object> client, Map<String, KeyTotals> expected) {
        HomeChangelog changelog = HomeChangelog.of(ChaosCluster.APPLICATION, ChaosCluster.AGGREGATE);
        Map<Integer, Map<String, AppUpdate>> tasks = new HashMap<>();
        TopicScan.read(client, changelog.topic(), PATIENCE, entry -> {
            if (!HomeChangelog.isEntry(entry.key())) {
                return;
            }
            Map<String, AppUpdate> task = tasks.computeIfAbsent(entry.partition(), partition -> new HashMap<>());
            String key = changelog.key(entry.key());
            if (entry.value() == null) {
                task.remove(key);
            } else {
                task.put(key, changelog.update(entry.value()));
            }
        });
        Comparison comparison = new Comparison(expected);
        tasks.values().forEach(task -> task.forEach(comparison::accept));
        comparison.finish();
        return comparison;
    }
}
