/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A key's cell in a simulation: that of the window that starts then, or the only one; its sessions are one, with those that are
 * pending. Windows are reckoned by brute force.
 */
record SimCell(int key, long start) {
    private static final long WHOLE = -1;

    static SimCell of(Cells cells, byte[] bytes, int offset) {
        if (cells.areSessions()) {
            return new SimCell(SimKeys.index(bytes, offset + 1), WHOLE);
        }
        return cells.areWindows()
                ? new SimCell(
                        SimKeys.index(bytes, offset + Long.BYTES),
                        ByteBuffer.wrap(bytes, offset, 8).getLong())
                : new SimCell(SimKeys.index(bytes, offset), WHOLE);
    }

    /** The cells that a record falls into. */
    static List<SimCell> of(Cells cells, int key, long timestamp) {
        if (!cells.areWindows() || cells.areSessions()) {
            return List.of(new SimCell(key, WHOLE));
        }
        List<SimCell> found = new ArrayList<>();
        for (long start = 0; start <= timestamp; start += cells.advance()) {
            if (timestamp < start + cells.size()) {
                found.add(new SimCell(key, start));
            }
        }
        return found;
    }

    /** Whether the window is over at a time. */
    boolean isOver(Cells cells, long time) {
        return start != WHOLE && start + cells.size() + cells.grace() <= time;
    }

    boolean takes(Cells cells, long timestamp) {
        return start == WHOLE || (start <= timestamp && timestamp < start + cells.size());
    }

    @Override
    public String toString() {
        return "key " + key + (start == WHOLE ? "" : "@" + start);
    }
}
