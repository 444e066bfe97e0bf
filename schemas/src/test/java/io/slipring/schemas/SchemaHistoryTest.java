/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaHistoryTest {

    static List<Schema> messages() {
        return List.of(
                RingDefinition.getClassSchema(),
                AppRegistration.getClassSchema(),
                TaskProgress.getClassSchema(),
                HotKeyReport.getClassSchema(),
                Erasure.getClassSchema(),
                EraseKey.getClassSchema(),
                ControlState.getClassSchema(),
                TaskLedger.getClassSchema(),
                TransferMessage.getClassSchema());
    }

    @ParameterizedTest
    @MethodSource("messages")
    void of_message_endsWithThePresentSchema(Schema present) {
        List<Schema> history = SchemaHistory.of(present.getName());

        assertThat(history).isNotEmpty();
        assertThat(SchemaNormalization.toParsingForm(history.get(history.size() - 1)))
                .as("a schema that has changed must be added to the history as the next version of "
                        + present.getName())
                .isEqualTo(SchemaNormalization.toParsingForm(present));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void of_message_everyVersionIsReadByThePresentSchema(Schema present) {
        for (Schema written : SchemaHistory.of(present.getName())) {
            assertThat(SchemaCompatibility.checkReaderWriterCompatibility(present, written)
                            .getType())
                    .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
        }
    }
}
