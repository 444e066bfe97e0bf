/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Avro's data model, limited to the classes of this module. Avro looks classes up by the names in a schema and refuses those
 * that a JVM-wide setting doesn't trust. Here no class is ever looked up by name, so that nobody needs to change that
 * setting to use Slipring, and a schema cannot name a class of its choice.
 */
final class KnownRecords extends SpecificData {

    private static final Map<String, Class<?>> CLASSES = Stream.<Class<?>>of(
                    AppRegistration.class,
                    ClosedAt.class,
                    ClosedVnodes.class,
                    ControlState.class,
                    Direction.class,
                    EraseKey.class,
                    Erasure.class,
                    ForeignPartials.class,
                    Handoff.class,
                    HotKeyReport.class,
                    HotKeyShare.class,
                    Mark.class,
                    Partial.class,
                    PeerMark.class,
                    PeerTraffic.class,
                    PendingVnodes.class,
                    RingDefinition.class,
                    RunningDigest.class,
                    ShardDefinition.class,
                    ShardTraffic.class,
                    SourcePosition.class,
                    SplitDefinition.class,
                    TaskLedger.class,
                    TaskProgress.class,
                    TransferMessage.class,
                    VnodeDone.class,
                    WindowProgress.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type));

    KnownRecords() {
        super(KnownRecords.class.getClassLoader());
        setCustomCoders(true);
    }

    @Override
    public Class<?> getClass(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM -> CLASSES.get(schema.getFullName());
            case FIXED -> null;
            default -> super.getClass(schema);
        };
    }

    @Override
    public Object newRecord(Object old, Schema schema) {
        Class<?> type = CLASSES.get(schema.getFullName());
        if (type == null) {
            return super.newRecord(old, schema);
        }
        return old != null && type == old.getClass() ? old : make(type.asSubclass(SpecificRecord.class), schema);
    }

    private static SpecificRecord make(Class<? extends SpecificRecord> type, Schema schema) {
        return (SpecificRecord) SpecificData.newInstance(type, schema);
    }
}
