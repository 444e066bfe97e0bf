/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.source.RingSourceConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The settings under {@code slipring.hotkeys.}. */
final class HotKeyConfig {
    static final String PREFIX = "slipring.hotkeys.";
    static final String ENABLED_CONFIG = "slipring.hotkeys.enabled";
    static final String REPORT_CONFIG = "slipring.hotkeys.report";
    static final String WINDOW_MS_CONFIG = "slipring.hotkeys.window.ms";
    static final String PART_CONFIG = "slipring.hotkeys.part";

    private static final String ENABLED_DOC =
            "Whether this client looks for hot keys, in one record of 16. Without it a ring"
                    + " in mode adaptive is to this client one in mode declared.";
    private static final String REPORT_DOC =
            "Whether this client writes its hot keys, with their bytes, and its load by shard"
                    + " to the control topic, where <code>slipring hot-keys</code> shows them. Needs WRITE on the topic.";
    private static final String WINDOW_MS_DOC =
            "How long shares are measured, at least, before they count. A key is split"
                    + " after 2 windows above the threshold, and joined after 10 below half of it.";
    private static final String PART_DOC =
            "No piece of a split key is to take more than this part of a shard's even load. So a"
                    + " key is hot from this part, divided by the number of shards, of all records on.";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(ENABLED_CONFIG, ConfigDef.Type.BOOLEAN, true, ConfigDef.Importance.LOW, ENABLED_DOC)
            .define(REPORT_CONFIG, ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.MEDIUM, REPORT_DOC)
            .define(
                    WINDOW_MS_CONFIG,
                    ConfigDef.Type.INT,
                    10_000,
                    ConfigDef.Range.between(100, 3_600_000),
                    ConfigDef.Importance.LOW,
                    WINDOW_MS_DOC)
            .define(
                    PART_CONFIG,
                    ConfigDef.Type.DOUBLE,
                    SplitRule.DEFAULT_PART,
                    ConfigDef.Range.between(0.01, 1.0),
                    ConfigDef.Importance.LOW,
                    PART_DOC);

    private HotKeyConfig() {}

    static HotKeySettings parse(Map<String, ?> configs, RingSourceConfig source) {
        Map<String, Object> own = new HashMap<>();
        for (String key : configs.keySet()) {
            if (key.startsWith(PREFIX)) {
                own.put(key, configs.get(key));
            }
        }
        AbstractConfig parsed = new AbstractConfig(DEFINITION, own, false);
        boolean enabled = parsed.getBoolean(ENABLED_CONFIG);
        boolean report = parsed.getBoolean(REPORT_CONFIG);
        if (report && !enabled) {
            throw new ConfigException(REPORT_CONFIG, true, "must be false where " + ENABLED_CONFIG + " is");
        }
        if (report && source.file().isPresent()) {
            throw new ConfigException(
                    REPORT_CONFIG,
                    true,
                    "must be false where " + RingSourceConfig.FILE_CONFIG
                            + " is set, as there is no topic to report to");
        }
        return new HotKeySettings(
                enabled,
                report,
                Duration.ofMillis(parsed.getInt(WINDOW_MS_CONFIG)),
                new SplitRule(parsed.getDouble(PART_CONFIG)));
    }
}
