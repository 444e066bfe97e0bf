/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What earlier versions wrote must be readable for ever: golden samples are added, never changed. */
class GoldenSampleTest {
    private static final int HEADER_BYTES = 10;

    private record Golden<T extends SpecificRecord>(
            String file, SingleObject<T> encoding, Schema schema, Supplier<T> sample) {
        /** Whether the present version writes what the sample holds by the sample's version. */
        boolean isWritten(byte[] written, byte[] bytes) {
            return file.endsWith("-" + SchemaHistory.of(schema.getName()).size())
                    || Arrays.equals(written, 0, HEADER_BYTES, bytes, 0, HEADER_BYTES);
        }
    }

    private static final List<Golden<?>> GOLDEN = List.of(
            new Golden<>(
                    "RingDefinition-1",
                    SingleObject.RING_DEFINITION,
                    RingDefinition.getClassSchema(),
                    Samples::ringDefinition),
            new Golden<>(
                    "AppRegistration-1",
                    SingleObject.APP_REGISTRATION,
                    AppRegistration.getClassSchema(),
                    Samples::appRegistrationOfVersion1),
            new Golden<>(
                    "AppRegistration-2",
                    SingleObject.APP_REGISTRATION,
                    AppRegistration.getClassSchema(),
                    Samples::appRegistration),
            new Golden<>(
                    "TaskProgress-1", SingleObject.TASK_PROGRESS, TaskProgress.getClassSchema(), Samples::taskProgress),
            new Golden<>(
                    "HotKeyReport-1",
                    SingleObject.HOT_KEY_REPORT,
                    HotKeyReport.getClassSchema(),
                    Samples::hotKeyReport),
            new Golden<>(
                    "ControlState-1", SingleObject.CONTROL_STATE, ControlState.getClassSchema(), Samples::controlState),
            new Golden<>(
                    "ControlState-2",
                    SingleObject.CONTROL_STATE,
                    ControlState.getClassSchema(),
                    Samples::controlStateWithWindows),
            new Golden<>("TaskLedger-1", SingleObject.TASK_LEDGER, TaskLedger.getClassSchema(), Samples::taskLedger),
            new Golden<>("Erasure-1", SingleObject.ERASURE, Erasure.getClassSchema(), Samples::erasure),
            new Golden<>("EraseKey-1", SingleObject.ERASE_KEY, EraseKey.getClassSchema(), Samples::eraseKey),
            new Golden<>(
                    "TransferMessage-foreign-1",
                    SingleObject.TRANSFER_MESSAGE,
                    TransferMessage.getClassSchema(),
                    Samples::foreignPartials),
            new Golden<>(
                    "TransferMessage-handoff-1",
                    SingleObject.TRANSFER_MESSAGE,
                    TransferMessage.getClassSchema(),
                    Samples::handoff),
            new Golden<>(
                    "TransferMessage-handoff-2",
                    SingleObject.TRANSFER_MESSAGE,
                    TransferMessage.getClassSchema(),
                    Samples::handoffWithClosedWindows),
            new Golden<>(
                    "TransferMessage-mark-2",
                    SingleObject.TRANSFER_MESSAGE,
                    TransferMessage.getClassSchema(),
                    Samples::mark));

    @TestFactory
    List<DynamicTest> decode_goldenSample_hasEveryField() {
        return GOLDEN.stream()
                .map(golden -> DynamicTest.dynamicTest(golden.file(), () -> check(golden)))
                .toList();
    }

    private static <T extends SpecificRecord> void check(Golden<T> golden) throws IOException {
        T sample = golden.sample().get();
        byte[] written = golden.encoding().encode(sample);

        byte[] bytes = read(golden.file(), written);

        T decoded = golden.encoding().decode(bytes);
        for (Schema.Field field : golden.schema().getFields()) {
            assertThat(decoded.get(field.pos())).as(field.name()).isEqualTo(sample.get(field.pos()));
        }
        if (golden.isWritten(written, bytes)) {
            assertThat(written).isEqualTo(bytes);
        }
    }

    /** A sample that is missing is offered for adoption under target/golden. */
    private static byte[] read(String file, byte[] candidate) throws IOException {
        try (InputStream in = GoldenSampleTest.class.getResourceAsStream("golden/" + file + ".bin")) {
            if (in != null) {
                return in.readAllBytes();
            }
        }
        Path offered = Files.createDirectories(Path.of("target", "golden")).resolve(file + ".bin");
        Files.write(offered, candidate);
        throw new AssertionError("There must be a golden sample " + file
                + ".bin among the test resources; a candidate is in " + offered);
    }
}
