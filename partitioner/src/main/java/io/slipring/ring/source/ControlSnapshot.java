/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.Erasure;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.TaskProgress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that the control topic held at one moment.
 *
 * @param rings epochs by ring name, ascending; no name without an epoch
 * @param apps registrations, in order of their keys
 * @param tasks progress, in order of ring, application and partition
 * @param hotKeys reports of producers, in order of their keys; a producer that ended unexpectedly leaves its last one
 * @param erasures what was erased, in order of ring, application and token
 * @param refused the records that could not be read: key, such as {@code ring/orders/7}, to reason
 */
public record ControlSnapshot(
        SortedMap<String, NavigableMap<Epoch, Ring>> rings,
        List<AppRegistration> apps,
        List<TaskProgress> tasks,
        List<HotKeyReport> hotKeys,
        List<Erasure> erasures,
        SortedMap<String, String> refused) {
    public ControlSnapshot {
        rings = Collections.unmodifiableSortedMap(new TreeMap<>(rings));
        apps = List.copyOf(apps);
        tasks = List.copyOf(tasks);
        hotKeys = List.copyOf(hotKeys);
        erasures = List.copyOf(erasures);
        refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    }

    /** Without reports of producers and erasures. */
    public ControlSnapshot(
            SortedMap<String, NavigableMap<Epoch, Ring>> rings,
            List<AppRegistration> apps,
            List<TaskProgress> tasks,
            SortedMap<String, String> refused) {
        this(rings, apps, tasks, List.of(), List.of(), refused);
    }

    /**
     * Newest epoch of a ring.
     *
     * @throws RingNotFoundException if there is no such ring; names those that there are
     */
    public Ring ring(String name) {
        NavigableMap<Epoch, Ring> epochs = rings.get(name);
        if (epochs == null) {
            throw new RingNotFoundException("Ring " + name + " does not exist; "
                    + (rings.isEmpty() ? "there are no rings yet" : "there are " + rings.keySet())
                    + (refused.isEmpty() ? "" : ", and could not be read: " + refused));
        }
        return epochs.lastEntry().getValue();
    }

    /** Applications bound to a ring. */
    public List<AppRegistration> apps(String ring) {
        return apps.stream().filter(app -> app.getRing().equals(ring)).toList();
    }

    /** Progress of an application's tasks, by ascending partition. */
    public List<TaskProgress> tasks(String ring, String applicationId) {
        return tasks.stream()
                .filter(task ->
                        task.getRing().equals(ring) && task.getApplicationId().equals(applicationId))
                .toList();
    }

    /** Registrations with a ring that could not be read: key to reason. */
    public SortedMap<String, String> refusedApps(String ring) {
        String prefix = "app/" + ring + "/";
        SortedMap<String, String> found = new TreeMap<>(refused);
        found.keySet().removeIf(key -> !key.startsWith(prefix));
        return found;
    }

    /** Reports of a ring's producers. */
    public List<HotKeyReport> hotKeys(String ring) {
        return hotKeys.stream().filter(report -> report.getRing().equals(ring)).toList();
    }

    /** What was erased from an application. */
    public List<Erasure> erasures(String ring, String applicationId) {
        return erasures.stream()
                .filter(erasure -> erasure.getRing().equals(ring)
                        && erasure.getApplicationId().equals(applicationId))
                .toList();
    }

    static ControlSnapshot of(Map<ControlKey, byte[]> log) {
        ControlContents contents = new ControlContents();
        log.forEach(contents::put);
        return contents.snapshot();
    }
}
