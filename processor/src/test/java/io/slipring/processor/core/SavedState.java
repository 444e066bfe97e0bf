/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A control store on the heap. */
final class SavedState implements ControlStore {
    Optional<TaskState> state = Optional.empty();

    @Override
    public @Nullable TaskState load() {
        return state.orElse(null);
    }

    @Override
    public void save(TaskState saved) {
        state = Optional.of(saved);
    }
}
