/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.util.List;

/**
 * A ring in a control topic.
 *
 * @param ring name of the ring
 * @param control the topic and how to reach it
 */
public record TopicRingSourceConfig(String ring, ControlTopicConfig control) {
    public TopicRingSourceConfig {
        Names.require("ring", ring);
    }

    /** What two configurations have in common when one reader can serve both. */
    Object place() {
        return List.of(ring, control.topic(), control.client());
    }
}
