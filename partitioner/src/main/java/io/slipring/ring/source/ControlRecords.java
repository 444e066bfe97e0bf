/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingFormatException;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.Erasure;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.MessageFormatException;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.TaskProgress;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** What applications write to the control topic, as key and bytes, and back; checks that key and value agree. */
final class ControlRecords {
    private ControlRecords() {}

    static ControlKey.AppKey key(AppRegistration app) {
        return new ControlKey.AppKey(app.getRing(), app.getApplicationId());
    }

    static ControlKey.TaskKey key(TaskProgress task) {
        return new ControlKey.TaskKey(task.getRing(), task.getApplicationId(), task.getPartition());
    }

    static ControlKey.HotKey key(HotKeyReport report) {
        return new ControlKey.HotKey(report.getRing(), report.getClient());
    }

    static ControlKey.ErasedKey key(Erasure erasure) {
        return new ControlKey.ErasedKey(erasure.getRing(), erasure.getApplicationId(), erasure.getToken());
    }

    static byte[] encode(Erasure erasure) {
        requireVersion("erasure", erasure.getFormatVersion());
        return SingleObject.ERASURE.encode(erasure);
    }

    static byte[] encode(HotKeyReport report) {
        requireVersion("report of hot keys", report.getFormatVersion());
        return SingleObject.HOT_KEY_REPORT.encode(report);
    }

    static byte[] encode(AppRegistration app) {
        requireVersion("registration", app.getFormatVersion());
        return SingleObject.APP_REGISTRATION.encode(app);
    }

    static byte[] encode(TaskProgress task) {
        requireVersion("progress", task.getFormatVersion());
        return SingleObject.TASK_PROGRESS.encode(task);
    }

    static AppRegistration app(ControlKey.AppKey key, byte[] value) {
        AppRegistration app = decode(SingleObject.APP_REGISTRATION, key, value);
        requireSame(key, app, ControlRecords::key);
        requireVersion(key.text(), app.getFormatVersion());
        return app;
    }

    static TaskProgress task(ControlKey.TaskKey key, byte[] value) {
        TaskProgress task = decode(SingleObject.TASK_PROGRESS, key, value);
        requireSame(key, task, ControlRecords::key);
        requireVersion(key.text(), task.getFormatVersion());
        return task;
    }

    static HotKeyReport report(ControlKey.HotKey key, byte[] value) {
        HotKeyReport report = decode(SingleObject.HOT_KEY_REPORT, key, value);
        requireSame(key, report, ControlRecords::key);
        requireVersion(key.text(), report.getFormatVersion());
        return report;
    }

    static Erasure erasure(ControlKey.ErasedKey key, byte[] value) {
        Erasure erasure = decode(SingleObject.ERASURE, key, value);
        requireSame(key, erasure, ControlRecords::key);
        requireVersion(key.text(), erasure.getFormatVersion());
        return erasure;
    }

    private static <T extends SpecificRecord> T decode(SingleObject<T> format, ControlKey key, byte[] value) {
        try {
            return format.decode(value);
        } catch (MessageFormatException e) {
            throw new RingFormatException("Cannot read " + key.text() + ": " + e.getMessage(), e);
        }
    }

    private static <T> void requireSame(ControlKey key, T value, Function<T, ControlKey> keyOf) {
        ControlKey inside;
        try {
            inside = keyOf.apply(value);
        } catch (IllegalArgumentException e) {
            throw new RingFormatException("Cannot read " + key.text() + ": " + e.getMessage(), e);
        }
        if (!key.equals(inside)) {
            throw new RingFormatException("Key " + key.text() + " must hold what it names, but holds " + inside.text());
        }
    }

    private static void requireVersion(String what, int version) {
        if (version != ControlPlane.FORMAT_VERSION) {
            throw new RingFormatException("Format version of " + what + " must be " + ControlPlane.FORMAT_VERSION
                    + ", was " + version + "; upgrade to the version of its writer");
        }
    }
}
