/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.util.List;

/** The wanted fields of a value, in the order in which they are wanted. */
record Fields(List<Scalar> scalars) {
    /** Of a value that is not looked into. */
    static final Fields NONE = new Fields(List.of());

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
