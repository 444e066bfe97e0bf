/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import org.jspecify.annotations.Nullable;

/** Keeps a task's {@link TaskState}; committed together with the home state. */
public interface ControlStore {
    /** The state last saved, or null for a new task. */
    @Nullable
    TaskState load();

    void save(TaskState state);
}
