/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.TaskState;

/** What the tasks of one application instance share. Thread-safe. */
interface ShardRuntime extends AutoCloseable {
    SourceEpochs epochs();

    String applicationId();

    /** Takes note of a task's state, for reports. */
    void report(int partition, TaskState state);

    /** Takes note that a task left this instance. */
    void forget(int partition);

    @Override
    void close();
}
