/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StartProgressTest {
    private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);

    @Test
    void onBatchRestored_countsRecords() {
        StartProgress progress = new StartProgress();

        progress.onRestoreStart(CHANGELOG, "home", 0, 100);
        progress.onBatchRestored(CHANGELOG, "home", 60, 60);
        progress.onBatchRestored(CHANGELOG, "home", 100, 40);

        assertThat(progress).hasToString("100 records of state restored");
        assertThat(progress.sinceProgress().isNegative()).isFalse();
    }
}
