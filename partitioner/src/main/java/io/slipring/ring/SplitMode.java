/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.Locale;

/** Whether the records of a hot key may be spread over several shards. */
public enum SplitMode {
    /** Never: every record of a key goes to the owner of its vnode. */
    OFF,
    /** The keys that the ring lists, over the shards that it lists. */
    DECLARED,
    /** The keys that the ring lists, and those that a producer finds hot, over the owner and its successors. */
    ADAPTIVE;

    /** Returns the mode as it stands in a ring definition. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the mode with this name in a ring definition. */
    public static SplitMode ofWireName(String name) {
        for (SplitMode mode : values()) {
            if (mode.wireName().equals(name)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("split mode must be off, declared or adaptive, was " + name);
    }
}
