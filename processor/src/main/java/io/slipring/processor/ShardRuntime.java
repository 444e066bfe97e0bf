/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Epochs;
import io.slipring.processor.core.TaskState;
import io.slipring.ring.Ring;

/** What the tasks of one application instance share. Thread-safe. */
interface ShardRuntime extends AutoCloseable {
    Epochs epochs();

    String applicationId();

    /** The newest ring that this instance knows, adopted or not. */
    Ring newest();

    /** Takes note of a task's state, for reports. */
    void report(int partition, TaskState state);

    /** Takes note that a task left this instance. */
    void forget(int partition);

    @Override
    void close();
}
