/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/** The settings that a transfer topic must have. */
public final class TransferTopicSettings {
    /** Nothing expires, and the timestamp of transfers, which is 0, is not too old. */
    private static final Map<String, String> REQUIRED = Map.of(
            TopicConfig.RETENTION_MS_CONFIG,
            "-1",
            TopicConfig.RETENTION_BYTES_CONFIG,
            "-1",
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
            Long.toString(Long.MAX_VALUE));

    private TransferTopicSettings() {}

    /** The settings by name; unmodifiable. */
    public static Map<String, String> required() {
        return REQUIRED;
    }
}
