/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The wanted fields of a value, in the order in which they are wanted.
 *
 * @param time when it happened, in milliseconds since 1970; empty if the value is not to say
 * @param value the value itself where it may be wanted later; else null
 */
@SuppressWarnings("ArrayRecordComponent") // compared where there is none
record Fields(List<Scalar> scalars, OptionalLong time, byte @Nullable [] value) {
    /** Of a value that is not looked into. */
    static final Fields NONE = new Fields(List.of());

    Fields(List<Scalar> scalars) {
        this(scalars, OptionalLong.empty(), null);
    }

    BigDecimal number(int index) {
        return scalars.get(index).number().orElseThrow();
    }

    String text(int index) {
        return scalars.get(index).text();
    }

    String json(int index) {
        return scalars.get(index).json();
    }
}
