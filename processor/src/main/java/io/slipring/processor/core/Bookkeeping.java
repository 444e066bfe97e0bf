/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/** Makes what a core keeps its books with; tests make others. */
class Bookkeeping {
    Handoffs handoffs(TaskState state) {
        return new Handoffs(state);
    }

    Marks marks(int partition, Windowing windowing, WindowState state) {
        return new Marks(partition, windowing, state);
    }
}
