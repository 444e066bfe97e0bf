/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What several aggregators made of the same values; {@link Part} tells one of them. Not thread-safe. */
public final class Combined {
    final Object[] parts;
    private @Nullable String torn;

    Combined(Object[] parts) {
        this.parts = parts;
    }

    /** Marks that a part failed while others had changed: this is no aggregate of anything then. */
    void tear(String part) {
        torn = part;
    }

    Combined whole() {
        if (torn != null) {
            throw new IllegalStateException("Cannot go on with an aggregate whose part " + torn
                    + " failed when others had changed; the commit must fail");
        }
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Combined that && Arrays.deepEquals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(parts);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(parts);
    }
}
