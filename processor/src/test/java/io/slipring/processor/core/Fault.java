/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.List;
import java.util.Optional;

/** A way to break a core or the world it lives in, so as to see that the simulation notices. Breaks nothing by itself. */
class Fault {
    Limits limits(Limits limits) {
        return limits;
    }

    Handoffs handoffs(TaskState state) {
        return new SimHandoffs(state);
    }

    Marks marks(int partition, Windowing windowing, WindowState state) {
        return new Marks(partition, windowing, state);
    }

    final Bookkeeping books() {
        return new Bookkeeping() {
            @Override
            Handoffs handoffs(TaskState state) {
                return Fault.this.handoffs(state);
            }

            @Override
            Marks marks(int partition, Windowing windowing, WindowState state) {
                return Fault.this.marks(partition, windowing, state);
            }
        };
    }

    Epochs epochs(Epochs epochs, int task) {
        return epochs;
    }

    HomeStore home(HomeStore home) {
        return home;
    }

    ControlStore control(ControlStore control) {
        return control;
    }

    Effects<Mask> effects(Effects<Mask> effects) {
        return effects;
    }

    Optional<TaskState> beforeCommit(ShardCore<Integer, Mask> core) {
        return core.beforeCommit();
    }

    /** What arrives of a transfer. */
    List<Transfer> deliver(Transfer transfer) {
        return List.of(transfer);
    }

    boolean readsUncommitted() {
        return false;
    }

    boolean keepsWritesOverCrash() {
        return false;
    }
}
