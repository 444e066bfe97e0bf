/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.VnodeSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What may be wrong with a core, or with what it relies on. */
enum Breakage {
    /** Updates of a vnode whose state is under way are not held. */
    SKIPS_HOLD(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                @Override
                boolean comesNext(int vnode) {
                    return false;
                }
            };
        }
    }),
    /** Partials of a vnode that leaves are merged here after it has begun to leave. */
    KEEPS_HOME_TOO_LONG(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                @Override
                int homeOf(int vnode, int partition, int owner, IntFunction<Ring> rings) {
                    boolean leaves = outgoingEpochs().stream()
                            .anyMatch(epoch -> shippable(epoch).get(vnode));
                    return leaves ? partition : super.homeOf(vnode, partition, owner, rings);
                }
            };
        }
    }),
    /** Partials of a vnode that comes are merged and emitted here before it has begun to come. */
    IS_HOME_TOO_EARLY(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                @Override
                int homeOf(int vnode, int partition, int owner, IntFunction<Ring> rings) {
                    return owner;
                }

                @Override
                boolean comesNext(int vnode) {
                    return false;
                }
            };
        }
    }),
    /** What a vnode's handoff brought is not checked, and some of it gets lost. */
    DROPS_DIGEST_AND_PARTIAL(() -> new Unchecked() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return List.of(
                    transfer instanceof Transfer.Handoff handoff
                                    && handoff.partials().size() > 1
                            ? withPartials(
                                    handoff,
                                    handoff.partials()
                                            .subList(1, handoff.partials().size()))
                            : transfer);
        }
    }),
    /** What a vnode's handoff brought is not checked, and some of it comes twice. */
    DROPS_DIGEST_AND_DOUBLES_PARTIAL(() -> new Unchecked() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return List.of(
                    transfer instanceof Transfer.Handoff handoff
                                    && handoff.partials().size() > 1
                            ? withPartials(handoff, doubled(handoff.partials()))
                            : transfer);
        }
    }),
    /** A partial gets lost; the core's own check must refuse to go on. */
    LOSES_PARTIAL(() -> new Fault() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return List.of(
                    transfer instanceof Transfer.Handoff handoff
                                    && !handoff.partials().isEmpty()
                            ? withPartials(handoff, List.of())
                            : transfer);
        }
    }),
    /** A handoff is merged twice. */
    MERGES_HANDOFF_TWICE(() -> new Unchecked() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return transfer instanceof Transfer.Handoff ? List.of(transfer, transfer) : List.of(transfer);
        }
    }),
    /** A handoff arrives twice; the core's own check must refuse to go on. */
    RECEIVES_HANDOFF_TWICE(() -> new Fault() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return transfer instanceof Transfer.Handoff ? List.of(transfer, transfer) : List.of(transfer);
        }
    }),
    /** A vnode goes on to its next owner before it has come from the former. */
    SHIPS_BEFORE_RECEIVED(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                private final List<TaskState.Pending> lost = new ArrayList<>(state.outgoing());

                @Override
                void adopt(int epoch, VnodeSet takes, VnodeSet gained) {
                    super.adopt(epoch, takes, gained);
                    lost.add(new TaskState.Pending(epoch, takes));
                }

                @Override
                BitSet shippable(int epoch) {
                    BitSet vnodes = new BitSet();
                    lost.stream()
                            .filter(move -> move.epoch() == epoch)
                            .forEach(move -> move.vnodes().forEach(vnodes::set));
                    return vnodes;
                }

                @Override
                void shipped(int epoch, int vnode) {
                    super.shipped(epoch, vnode);
                    lost.replaceAll(move -> move.epoch() == epoch
                            ? new TaskState.Pending(epoch, move.vnodes().minus(vnode))
                            : move);
                }
            };
        }
    }),
    /** The newest epoch is adopted at once, as if there had been none in between. */
    SKIPS_EPOCHS(() -> new Fault() {
        @Override
        Epochs epochs(Epochs epochs, int task) {
            return new Wrapped(epochs) {
                @Override
                public Ring ring(int epoch) {
                    return super.ring(Math.max(epoch, latest()));
                }
            };
        }
    }),
    /** Two neighbouring epochs are adopted in the wrong order. */
    STEPS_OUT_OF_ORDER(() -> new Fault() {
        @Override
        Epochs epochs(Epochs epochs, int task) {
            return new Wrapped(epochs) {
                @Override
                public Ring ring(int epoch) {
                    boolean swap = task == 0 && epoch > 1 && (epoch ^ 1) <= latest();
                    return super.ring(swap ? epoch ^ 1 : epoch);
                }
            };
        }
    }),
    /** A task goes on with the table of the epoch before. */
    REUSES_STALE_TABLE(() -> new Fault() {
        @Override
        Epochs epochs(Epochs epochs, int task) {
            return new Wrapped(epochs) {
                @Override
                public Ring ring(int epoch) {
                    return super.ring(task == 1 && epoch > 1 ? epoch - 1 : epoch);
                }
            };
        }
    }),
    /** A commit comes before what was folded is settled. */
    COMMITS_WITHOUT_SETTLING(() -> new Fault() {
        @Override
        Optional<TaskState> beforeCommit(ShardCore<Integer, Mask> core) {
            return Optional.empty();
        }
    }),
    /** What is on the heap outlives a crash, though what it stands for did not. */
    KEEPS_WRITES_OVER_CRASH(() -> new Fault() {
        @Override
        boolean keepsWritesOverCrash() {
            return true;
        }
    }),
    /** Transfers are read before their transaction has committed. */
    READS_UNCOMMITTED(() -> new Fault() {
        @Override
        boolean readsUncommitted() {
            return true;
        }
    }),
    /** A partial that is handed off forgets that an update is owed. */
    FORGETS_HELD_MARK_ON_HANDOFF(() -> new Unchecked() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return List.of(
                    transfer instanceof Transfer.Handoff handoff
                            ? withPartials(
                                    handoff,
                                    handoff.partials().stream()
                                            .map(partial -> new Transfer.Partial(
                                                    partial.key(), Envelope.withHeld(partial.envelope(), false)))
                                            .toList())
                            : transfer);
        }
    }),
    /** A key that changed while its vnode was awaited is not marked so. */
    LOSES_CHANGED_MARK(() -> new Fault() {
        @Override
        HomeStore home(HomeStore home) {
            return new WrappedHome(home) {
                @Override
                public void put(byte[] key, byte @Nullable [] value) {
                    super.put(key, value == null ? null : Envelope.withHeld(value, false));
                }
            };
        }
    }),
    /** A vnode is not known to have changed keys. */
    LOSES_HELD_VNODE(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                @Override
                void hold(int vnode) {}
            };
        }
    }),
    /** What is owed of a vnode that is complete never goes out. */
    NEVER_RELEASES(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                @Override
                int nextReleasing(int from) {
                    return -1;
                }
            };
        }
    }),
    /** A vnode's updates are released before all of it has come. */
    RELEASES_TOO_EARLY(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                private final BitSet early = new BitSet();

                @Override
                void hold(int vnode) {
                    super.hold(vnode);
                    early.set(vnode);
                }

                @Override
                int nextReleasing(int from) {
                    int next = super.nextReleasing(from);
                    return next >= 0 ? next : early.nextSetBit(from);
                }

                @Override
                void released(int vnode) {
                    super.released(vnode);
                    early.clear(vnode);
                }
            };
        }
    }),
    /** A vnode that is shipped while its updates are released goes on being released. */
    RELEASES_LOST_VNODE(() -> new Fault() {
        @Override
        Handoffs handoffs(TaskState state) {
            return new SimHandoffs(state) {
                private final BitSet stillReleasing = new BitSet();

                @Override
                Digest sending(int epoch, int vnode) {
                    if (super.nextReleasing(vnode) == vnode) {
                        stillReleasing.set(vnode);
                    }
                    return super.sending(epoch, vnode);
                }

                @Override
                int nextReleasing(int from) {
                    int next = super.nextReleasing(from);
                    return next >= 0 ? next : stillReleasing.nextSetBit(from);
                }

                @Override
                void released(int vnode) {
                    super.released(vnode);
                    stillReleasing.clear(vnode);
                }
            };
        }
    }),
    /** What is shipped stays, too. */
    SHIPS_WITHOUT_DELETING(() -> new Fault() {
        @Override
        HomeStore home(HomeStore home) {
            return new WrappedHome(home) {
                @Override
                public void put(byte[] key, byte @Nullable [] value) {
                    if (value != null) {
                        super.put(key, value);
                    }
                }
            };
        }
    }),
    /** How far a vnode's handoff has come is not saved. */
    FORGETS_DIGESTS(() -> new Forgetful() {
        @Override
        TaskState remember(TaskState state) {
            return new TaskState(
                    state.epoch(),
                    state.outgoing(),
                    state.incoming(),
                    state.releasing(),
                    state.held(),
                    List.of(),
                    state.counters());
        }
    }),
    /** What has still to be released is not saved. */
    FORGETS_RELEASING(() -> new Forgetful() {
        @Override
        TaskState remember(TaskState state) {
            return new TaskState(
                    state.epoch(),
                    state.outgoing(),
                    state.incoming(),
                    VnodeSet.EMPTY,
                    state.held(),
                    state.digests(),
                    state.counters());
        }
    }),
    /** What has still to be shipped is not saved. */
    FORGETS_OUTGOING(() -> new Forgetful() {
        @Override
        TaskState remember(TaskState state) {
            return new TaskState(
                    state.epoch(),
                    List.of(),
                    state.incoming(),
                    state.releasing(),
                    state.held(),
                    state.digests(),
                    state.counters());
        }
    }),
    /** The epoch adopted is not saved. */
    FORGETS_EPOCH(() -> new Forgetful() {
        @Override
        TaskState remember(TaskState state) {
            return new TaskState(
                    Math.max(1, state.epoch() - 1),
                    state.outgoing(),
                    state.incoming(),
                    state.releasing(),
                    state.held(),
                    state.digests(),
                    state.counters());
        }
    }),
    /** Foreign partials get lost. */
    LOSES_FOREIGN_PARTIALS(() -> new Fault() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return transfer instanceof Transfer.Foreign ? List.of() : List.of(transfer);
        }
    }),
    /** Who does not own a key that is erased does not tell its owner. */
    KEEPS_ERASURES_TO_ITSELF(() -> new Fault() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return transfer instanceof Transfer.Erasure erasure && erasure.from() != Transfer.Erasure.OPERATOR
                    ? List.of()
                    : List.of(transfer);
        }
    }),
    /** Foreign partials are merged twice. */
    MERGES_FOREIGN_PARTIALS_TWICE(() -> new Fault() {
        @Override
        List<Transfer> deliver(Transfer transfer) {
            return transfer instanceof Transfer.Foreign ? List.of(transfer, transfer) : List.of(transfer);
        }
    }),
    /** Transfers to a partition arrive in another order than they were sent. */
    REORDERS_TRANSFERS(() -> new Fault() {
        private final List<Transfer> late = new ArrayList<>();

        @Override
        List<Transfer> deliver(Transfer transfer) {
            if (late.isEmpty()
                    && transfer instanceof Transfer.Handoff handoff
                    && handoff.done().isEmpty()) {
                late.add(transfer);
                return List.of();
            }
            List<Transfer> arriving = new ArrayList<>(List.of(transfer));
            arriving.addAll(late);
            late.clear();
            return arriving;
        }
    }),
    /** An update is lost on its way out. */
    LOSES_UPDATE(() -> new Fault() {
        @Override
        Effects<Mask> effects(Effects<Mask> effects) {
            return new WrappedEffects(effects) {
                private int emitted;

                @Override
                public void emit(byte[] key, Mask aggregate, long records, long timestamp) {
                    if (++emitted % 5 != 0) {
                        super.emit(key, aggregate, records, timestamp);
                    }
                }
            };
        }
    });

    private final Supplier<Fault> fault;

    Breakage(Supplier<Fault> fault) {
        this.fault = fault;
    }

    Fault fault() {
        return fault.get();
    }

    private static Transfer withPartials(Transfer.Handoff handoff, List<Transfer.Partial> partials) {
        return new Transfer.Handoff(handoff.epoch(), handoff.from(), partials, handoff.done(), handoff.emptyVnodes());
    }

    private static List<Transfer.Partial> doubled(List<Transfer.Partial> partials) {
        List<Transfer.Partial> twice = new ArrayList<>(partials);
        twice.addAll(partials);
        return twice;
    }

    /** Cores that do not check what a handoff brings. */
    private static class Unchecked extends Fault {
        @Override
        Limits limits(Limits limits) {
            return new Limits(
                    limits.combinerEntries(),
                    limits.transferBytes(),
                    limits.handoffBytesPerSecond(),
                    limits.tickNanos(),
                    limits.idleTickNanos(),
                    false);
        }
    }

    /** Tasks that do not remember all of their state over a restart. */
    abstract static class Forgetful extends Fault {
        abstract TaskState remember(TaskState state);

        @Override
        ControlStore control(ControlStore control) {
            return new ControlStore() {
                @Override
                public @Nullable TaskState load() {
                    return control.load();
                }

                @Override
                public void save(TaskState state) {
                    control.save(remember(state));
                }
            };
        }
    }

    private static class Wrapped implements Epochs {
        private final Epochs epochs;

        Wrapped(Epochs epochs) {
            this.epochs = epochs;
        }

        @Override
        public int oldest() {
            return epochs.oldest();
        }

        @Override
        public int latest() {
            return epochs.latest();
        }

        @Override
        public Ring ring(int epoch) {
            return epochs.ring(epoch);
        }
    }

    static class WrappedEffects implements Effects<Mask> {
        private final Effects<Mask> effects;

        WrappedEffects(Effects<Mask> effects) {
            this.effects = effects;
        }

        @Override
        public void emit(byte[] key, Mask aggregate, long records, long timestamp) {
            effects.emit(key, aggregate, records, timestamp);
        }

        @Override
        public void retract(byte[] cell, long start, long end) {
            effects.retract(cell, start, end);
        }

        @Override
        public void erased(byte[] key, long records, long timestamp) {
            effects.erased(key, records, timestamp);
        }

        @Override
        public void send(int partition, Transfer transfer) {
            effects.send(partition, transfer);
        }
    }

    static class WrappedHome implements HomeStore {
        private final HomeStore home;

        WrappedHome(HomeStore home) {
            this.home = home;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return home.get(key);
        }

        @Override
        public void put(byte[] key, byte @Nullable [] value) {
            home.put(key, value);
        }

        @Override
        public void scan(byte[] from, byte @Nullable [] to, BiPredicate<byte[], byte[]> visitor) {
            home.scan(from, to, visitor);
        }
    }
}
