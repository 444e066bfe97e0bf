/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What may be wrong with a core's windows; what hardly any seed would show is in {@link WindowsTest}. */
enum WindowBreakage {
    /** Marks count whatever was still under way to their senders. */
    IGNORES_FLOOR {
        @Override
        Fault fault() {
            return marking((partition, windowing, state) -> new Marks(partition, windowing, state) {
                @Override
                boolean isCurrent(WindowState.Peer peer, int epoch) {
                    return peer.epoch() >= epoch;
                }
            });
        }
    },
    /** Marks count whatever epoch they are of. */
    IGNORES_EPOCH {
        @Override
        Fault fault() {
            return marking((partition, windowing, state) -> new Marks(partition, windowing, state) {
                @Override
                boolean isCurrent(WindowState.Peer peer, int epoch) {
                    return true;
                }
            });
        }
    },
    /** Nobody waits for a task of which nothing was heard. */
    WAITS_FOR_KNOWN_TASKS_ONLY {
        @Override
        Fault fault() {
            return marking((partition, windowing, state) -> new Marks(partition, windowing, state) {
                @Override
                void expect(int partitions) {}
            });
        }
    },
    /** A task is taken for idle at once. */
    TAKES_SLOW_FOR_IDLE {
        @Override
        Fault fault() {
            return delivering(transfer -> transfer instanceof Transfer.Mark mark
                    ? new Transfer.Mark(mark.epoch(), mark.from(), mark.streamTime(), true, mark.floor())
                    : transfer);
        }
    },
    /** A mark overtakes what was folded before it. */
    SENDS_MARKS_BEFORE_DRAINING {
        @Override
        Fault fault() {
            return new Fault() {
                private @Nullable Runnable late;

                @Override
                Effects<Mask> effects(Effects<Mask> effects) {
                    late = null;
                    return new Breakage.WrappedEffects(effects) {
                        @Override
                        public void send(int partition, Transfer transfer) {
                            if (transfer instanceof Transfer.Foreign && late == null) {
                                late = () -> effects.send(partition, transfer);
                                return;
                            }
                            effects.send(partition, transfer);
                        }
                    };
                }

                @Override
                Optional<TaskState> beforeCommit(ShardCore<Integer, Mask> core) {
                    Optional<TaskState> state = core.beforeCommit();
                    if (late != null) {
                        late.run();
                        late = null;
                    }
                    return state;
                }
            };
        }
    },
    /** What others said of their time is not saved. */
    FORGETS_MARKS {
        @Override
        Fault fault() {
            return remembering(state -> new WindowState(
                    state.windows(),
                    state.streamTime(),
                    state.closed(),
                    state.others(),
                    state.closing(),
                    state.late(),
                    state.peers().stream()
                            .map(peer -> WindowState.Peer.unheard(peer.partition()))
                            .toList()));
        }
    },
    /** How far a task has come is not saved. */
    FORGETS_STREAM_TIME {
        @Override
        Fault fault() {
            return remembering(state -> new WindowState(
                    state.windows(),
                    Cells.NEVER,
                    state.closed(),
                    state.others(),
                    state.closing(),
                    state.late(),
                    state.peers()));
        }
    },
    /** Which windows are closed is not saved. */
    FORGETS_CLOSED {
        @Override
        Fault fault() {
            return remembering(state -> new WindowState(
                    state.windows(),
                    state.streamTime(),
                    Cells.NEVER,
                    List.of(),
                    state.closing(),
                    state.late(),
                    state.peers()));
        }
    },
    /** A vnode's next owner is not told which windows are closed. */
    HANDS_OVER_NO_CLOSED_TIME {
        @Override
        long firstSeed() {
            return 600; // few show it
        }

        @Override
        Fault fault() {
            return delivering(transfer -> transfer instanceof Transfer.Handoff handoff
                    ? new Transfer.Handoff(
                            handoff.epoch(), handoff.from(), handoff.partials(), handoff.done(), handoff.emptyVnodes())
                    : transfer);
        }
    },
    /** Windows are closed in vnodes whose state is still on its way. */
    CLOSES_AWAITED_VNODES {
        @Override
        Fault fault() {
            return new Fault() {
                @Override
                Handoffs handoffs(TaskState state) {
                    return new SimHandoffs(state) {
                        @Override
                        boolean isSettled(int vnode) {
                            return true;
                        }
                    };
                }
            };
        }
    },
    /** What was folded while a vnode was awaited is final though its window may be closed. */
    TRUSTS_WHAT_WAS_FOLDED_MEANWHILE {
        @Override
        Fault fault() {
            return new Fault() {
                @Override
                HomeStore home(HomeStore home) {
                    return new Breakage.WrappedHome(home) {
                        @Override
                        public void put(byte[] key, byte @Nullable [] value) {
                            super.put(key, value == null ? null : Envelope.withHeld(value, false));
                        }
                    };
                }
            };
        }
    },
    /** Some final results are lost on their way out. */
    LOSES_UPDATE {
        @Override
        Fault fault() {
            return Breakage.LOSES_UPDATE.fault();
        }
    };

    abstract Fault fault();

    long firstSeed() {
        return 0;
    }

    /** Makes the marks of a core. */
    private interface MarksOf {
        Marks marks(int partition, Windowing windowing, WindowState state);
    }

    private static Fault marking(MarksOf broken) {
        return new Fault() {
            @Override
            Marks marks(int partition, Windowing windowing, WindowState state) {
                return broken.marks(partition, windowing, state);
            }
        };
    }

    private static Fault delivering(UnaryOperator<Transfer> change) {
        return new Fault() {
            @Override
            List<Transfer> deliver(Transfer transfer) {
                return List.of(change.apply(transfer));
            }
        };
    }

    private static Fault remembering(UnaryOperator<WindowState> change) {
        return new Breakage.Forgetful() {
            @Override
            TaskState remember(TaskState state) {
                return state.with(change.apply(state.windows()));
            }
        };
    }
}
