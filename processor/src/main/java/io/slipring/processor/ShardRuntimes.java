/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens the shared runtime with the first task of an instance and closes it with the last. Thread-safe. */
final class ShardRuntimes {
    private final Function<Map<String, Object>, ShardRuntime> opener;
    private @Nullable ShardRuntime open;
    private int users;

    ShardRuntimes(Function<Map<String, Object>, ShardRuntime> opener) {
        this.opener = opener;
    }

    synchronized ShardRuntime acquire(Map<String, Object> configs) {
        if (open == null) {
            open = opener.apply(configs);
        }
        users++;
        return open;
    }

    /** The runtime that is open now, if a task runs in this JVM. */
    synchronized Optional<ShardRuntime> current() {
        return Optional.ofNullable(open);
    }

    synchronized void release(ShardRuntime runtime) {
        if (runtime != open || users == 0) {
            throw new IllegalStateException("Cannot release a runtime that is not open (users " + users + ")");
        }
        users--;
        if (users == 0) {
            open = null;
            runtime.close();
        }
    }
}
