/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.Test;

class SingleObjectTest {

    private static final SingleObject<TransferMessage> TRANSFER = SingleObject.TRANSFER_MESSAGE;

    @Test
    void encode_anyMessage_isWhatAvroItselfWrites() throws Exception {
        for (TransferMessage message : List.of(Samples.handoffWithClosedWindows(), Samples.mark())) {
            assertThat(TRANSFER.encode(message))
                    .isEqualTo(TransferMessage.getEncoder().encode(message).array());
        }
        assertThat(SingleObject.CONTROL_STATE.encode(Samples.controlStateWithWindows()))
                .isEqualTo(ControlState.getEncoder()
                        .encode(Samples.controlStateWithWindows())
                        .array());
    }

    @Test
    void encode_messageThatTheFirstVersionCanExpress_isWhatThatWrites() throws Exception {
        for (TransferMessage message : List.of(Samples.foreignPartials(), Samples.handoff())) {
            assertThat(TRANSFER.encode(message)).isEqualTo(byVersion1(message));
        }
        assertThat(SingleObject.CONTROL_STATE.encode(Samples.controlState()))
                .isEqualTo(byVersion1(Samples.controlState()));
    }

    private static byte[] byVersion1(SpecificRecord message) throws Exception {
        Schema first = SchemaHistory.of(message.getSchema().getName()).get(0);
        SpecificData model = new KnownRecords();
        model.setCustomCoders(false);
        return new BinaryMessageEncoder<>(model, first).encode(message).array();
    }

    @Test
    void decode_byHand_isWhatAvroItselfReads() {
        SingleObject<TransferMessage> generic =
                new SingleObject<>(TransferMessage.class, TransferMessage.getClassSchema(), List.of());
        for (TransferMessage message : List.of(Samples.handoffWithClosedWindows(), Samples.mark())) {
            assertThat(generic.encode(message)).isEqualTo(TRANSFER.encode(message));
            assertThat(generic.decode(TRANSFER.encode(message))).isEqualTo(message);
        }
        for (TransferMessage message : List.of(
                Samples.foreignPartials(), Samples.handoff(), Samples.handoffWithClosedWindows(), Samples.mark())) {
            assertThat(TRANSFER.decode(generic.encode(message))).isEqualTo(message);
            assertThat(TRANSFER.decode(TRANSFER.encode(message))).isEqualTo(message);
        }
    }

    @Test
    void decode_untouchedJvm_needsNoTrustInThePackage() {
        TRANSFER.decode(TRANSFER.encode(Samples.handoff()));

        assertThat(System.getProperty("org.apache.avro.SERIALIZABLE_PACKAGES")).isNull();
        assertThat(ClassSecurityValidator.getGlobal()).isSameAs(ClassSecurityValidator.DEFAULT);
    }

    @Test
    void wrote_severalKindsOnOneTopic_knowsItsOwn() {
        byte[] erase = SingleObject.ERASE_KEY.encode(Samples.eraseKey());

        assertThat(SingleObject.ERASE_KEY.wrote(erase)).isTrue();
        assertThat(TRANSFER.wrote(erase)).isFalse();
        assertThat(SingleObject.ERASE_KEY.wrote(TRANSFER.encode(Samples.handoff())))
                .isFalse();
        assertThat(SingleObject.ERASE_KEY.wrote(Arrays.copyOf(erase, 9))).isFalse();
        erase[0]++;
        assertThat(SingleObject.ERASE_KEY.wrote(erase)).isFalse();
    }

    @Test
    void decode_wrongMarker_isRefusedByName() {
        assertThatThrownBy(() -> TRANSFER.decode(new byte[] {0, 0, 0, 0, 1, 9, 9, 9, 9, 9, 9}))
                .isInstanceOf(NotSingleObjectException.class)
                .hasMessage("TransferMessage must start with the bytes C3 01, started with 00 00");
    }

    @Test
    void decode_otherMessage_isRefusedByName() {
        assertThatThrownBy(() -> TRANSFER.decode(SingleObject.TASK_PROGRESS.encode(Samples.taskProgress())))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageMatching("TransferMessage was written by a schema with fingerprint [0-9a-f]{16}, which .*");
    }

    @Test
    void decode_everyTruncation_isRefusedByName() {
        byte[] bytes = TRANSFER.encode(Samples.handoffWithClosedWindows());
        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> TRANSFER.decode(truncated)).isInstanceOf(DamagedMessageException.class);
        }
        assertThatThrownBy(() -> TRANSFER.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(DamagedMessageException.class)
                .hasMessageContaining("must end after " + bytes.length + " bytes");
    }

    @Test
    void decode_damagedBytes_throwsNothingElseAndAllocatesLittle() {
        long seed = 7;
        Random random = new Random(seed);
        byte[][] messages = {
            TRANSFER.encode(Samples.foreignPartials()),
            TRANSFER.encode(Samples.handoff()),
            TRANSFER.encode(Samples.handoffWithClosedWindows()),
            TRANSFER.encode(Samples.mark()),
        };
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        for (byte[] message : messages) {
            TRANSFER.decode(message); // so that what is made once per JVM and thread is there
            assertThatThrownBy(() -> TRANSFER.decode(Arrays.copyOf(message, 12)))
                    .hasMessageContaining("is damaged");
        }
        for (int i = 0; i < 50_000; i++) {
            byte[] damaged = messages[i % messages.length].clone();
            for (int flips = 0; flips <= i % 3; flips++) {
                int at = 10 + random.nextInt(damaged.length - 10);
                damaged[at] = random.nextBoolean() ? (byte) 0xFF : (byte) random.nextInt();
            }
            long before = threads.getThreadAllocatedBytes(thread);
            try {
                TRANSFER.decode(damaged);
            } catch (DamagedMessageException expected) {
                assertThat(expected).hasMessageStartingWith("TransferMessage of ");
            }
            assertThat(threads.getThreadAllocatedBytes(thread) - before)
                    .as("bytes allocated at round %d of seed %d", i, seed)
                    .isLessThan(1_000_000);
        }
    }

    @Test
    void decode_hugeLength_isRefusedWithoutAllocating() {
        byte[] bytes = Arrays.copyOf(TRANSFER.encode(new TransferMessage(1, 2, new ForeignPartials(List.of()))), 30);
        // epoch 1, from 2, branch 0, one block of 1 partial whose key is 2^31 - 9 bytes long
        byte[] body = {2, 4, 0, 2, (byte) 0xEE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F};
        System.arraycopy(body, 0, bytes, 10, body.length);

        assertThatThrownBy(() -> TRANSFER.decode(bytes))
                .isInstanceOf(DamagedMessageException.class)
                .hasMessageContaining("length must be 0..");
    }

    @Test
    void decode_earlierSchema_fillsInDefaults() throws Exception {
        Schema earlier = new Schema.Parser().parse("""
                {"type": "record", "name": "RingDefinition", "namespace": "io.slipring.schemas", "fields": [
                  {"name": "formatVersion", "type": "int"}, {"name": "name", "type": "string"},
                  {"name": "epoch", "type": "int"}, {"name": "hash", "type": "string"},
                  {"name": "gone", "type": {"type": "array", "items": "bytes"}},
                  {"name": "placement", "type": "string"},
                  {"name": "shards", "type": {"type": "array", "items": {"type": "record", "name": "ShardDefinition",
                    "fields": [{"name": "partition", "type": "int"}, {"name": "id", "type": "int"},
                      {"name": "weight", "type": "int"}]}}},
                  {"name": "table", "type": "bytes"}, {"name": "createdAtMs", "type": "long"}]}
                """);
        GenericData.Record shard =
                new GenericData.Record(earlier.getField("shards").schema().getElementType());
        shard.put("partition", 4);
        shard.put("id", 5);
        shard.put("weight", 6);
        GenericData.Record ring = new GenericData.Record(earlier);
        ring.put("formatVersion", 1);
        ring.put("name", "orders");
        ring.put("epoch", 2);
        ring.put("hash", "xxh3-64");
        ring.put("gone", List.of(ByteBuffer.allocate(3)));
        ring.put("placement", "balanced");
        ring.put("shards", List.of(shard));
        ring.put("table", ByteBuffer.allocate(8));
        ring.put("createdAtMs", 9L);
        SingleObject<RingDefinition> reader =
                new SingleObject<>(RingDefinition.class, RingDefinition.getClassSchema(), List.of(earlier));

        RingDefinition decoded = reader.decode(new BinaryMessageEncoder<GenericData.Record>(GenericData.get(), earlier)
                .encode(ring)
                .array());

        assertThat(decoded.getShards()).containsExactly(new ShardDefinition(5, 6, "", 4));
        assertThat(decoded.getSplitMode()).isEqualTo("off");
        assertThat(decoded.getTopics()).isEmpty();
        assertThat(decoded.getCreatedAtMs()).isEqualTo(9L);
    }
}
