/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.Erasure;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.TaskProgress;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** What the control topic holds, kept up to date record by record, so that each is decoded once. Not thread-safe. */
final class ControlContents {
    private final SortedMap<String, NavigableMap<Epoch, Ring>> rings = new TreeMap<>();
    private final SortedMap<String, AppRegistration> apps = new TreeMap<>();
    private final SortedMap<String, SortedMap<Integer, TaskProgress>> tasks = new TreeMap<>();
    private final SortedMap<String, HotKeyReport> hotKeys = new TreeMap<>();
    private final SortedMap<String, Erasure> erasures = new TreeMap<>();
    private final SortedMap<String, String> refused = new TreeMap<>();

    /**
     * Takes note of a key's newest value.
     *
     * @param value null if the key was deleted
     */
    void put(ControlKey key, byte @Nullable [] value) {
        remove(key);
        if (value == null) {
            return;
        }
        try {
            if (key instanceof ControlKey.RingKey k) {
                Ring ring = Definitions.decode(k, value);
                rings.computeIfAbsent(k.ring(), name -> new TreeMap<>()).put(k.epoch(), ring);
            } else if (key instanceof ControlKey.AppKey k) {
                apps.put(k.text(), ControlRecords.app(k, value));
            } else if (key instanceof ControlKey.TaskKey k) {
                tasks.computeIfAbsent(app(k), app -> new TreeMap<>()).put(k.partition(), ControlRecords.task(k, value));
            } else if (key instanceof ControlKey.HotKey k) {
                hotKeys.put(k.text(), ControlRecords.report(k, value));
            } else if (key instanceof ControlKey.ErasedKey k) {
                erasures.put(k.text(), ControlRecords.erasure(k, value));
            }
        } catch (KafkaException e) {
            refused.put(key.text(), String.valueOf(e.getMessage()));
        }
    }

    private void remove(ControlKey key) {
        refused.remove(key.text());
        if (key instanceof ControlKey.RingKey k) {
            rings.computeIfPresent(k.ring(), (name, epochs) -> {
                epochs.remove(k.epoch());
                return epochs.isEmpty() ? null : epochs;
            });
        } else if (key instanceof ControlKey.AppKey k) {
            apps.remove(k.text());
        } else if (key instanceof ControlKey.HotKey k) {
            hotKeys.remove(k.text());
        } else if (key instanceof ControlKey.ErasedKey k) {
            erasures.remove(k.text());
        } else if (key instanceof ControlKey.TaskKey k) {
            tasks.computeIfPresent(app(k), (app, partitions) -> {
                partitions.remove(k.partition());
                return partitions.isEmpty() ? null : partitions;
            });
        }
    }

    /** A task's progress; empty if there is none that can be read. */
    Optional<TaskProgress> task(ControlKey.TaskKey key) {
        return Optional.ofNullable(tasks.get(app(key))).map(partitions -> partitions.get(key.partition()));
    }

    private static String app(ControlKey.TaskKey key) {
        return key.ring() + "/" + key.applicationId();
    }

    /** What there is now; later changes don't show in it. */
    ControlSnapshot snapshot() {
        SortedMap<String, NavigableMap<Epoch, Ring>> epochs = new TreeMap<>();
        rings.forEach((name, ring) -> epochs.put(name, new TreeMap<>(ring)));
        return new ControlSnapshot(
                epochs,
                List.copyOf(apps.values()),
                tasks.values().stream().flatMap(app -> app.values().stream()).toList(),
                List.copyOf(hotKeys.values()),
                List.copyOf(erasures.values()),
                refused);
    }
}
