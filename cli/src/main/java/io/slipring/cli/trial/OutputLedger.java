/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import io.slipring.cli.app.UpdateJson;
import java.util.HashMap;
import java.util.Map;

/** The last update of each key, in the order of the output topic; kept as it came, to save memory. Not thread-safe. */
public final class OutputLedger {
    private final Map<String, byte[]> last = new HashMap<>();
    private final Map<String, Long> counts = new HashMap<>();
    private long records;
    private long understated;

    /** Takes note of an update, in the order of the topic. */
    public void add(String key, byte[] update) {
        long count = UpdateJson.count(update);
        byte[] unused = last.put(key, update);
        Long before = counts.put(key, count);
        long known = before == null ? 0 : before;
        if (count < known) {
            understated++;
        }
        records += count - known;
    }

    /** Records behind the last updates, over all keys. */
    public long records() {
        return records;
    }

    /** Updates with a lower record count than the one before of the same key. */
    public long understated() {
        return understated;
    }

    /** Compares the last update of every key. */
    public void compare(Comparison comparison) {
        last.forEach((key, update) -> comparison.accept(key, UpdateJson.read(update)));
    }
}
