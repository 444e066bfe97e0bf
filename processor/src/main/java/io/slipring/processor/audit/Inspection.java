/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.processor.audit.Finding.Kind;
import io.slipring.processor.core.Counters;
import io.slipring.processor.core.TaskState;
import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what the logs of a cut add up to with what its ledgers say. */
final class Inspection {
    private final Cut cut;
    private final List<Finding> findings = new ArrayList<>();

    private Inspection(Cut cut) {
        this.cut = cut;
    }

    /** All that is wrong with a cut; the cut itself may cause a {@link Kind#TWO_STORES}, which the next cut then lacks. */
    static List<Finding> of(Cut cut) {
        Inspection inspection = new Inspection(cut);
        for (Cut.Task task : cut.tasks()) {
            inspection.home(task);
            inspection.balance(task);
            inspection.transfers(task);
            inspection.owners(task);
        }
        inspection.stores();
        return inspection.findings;
    }

    private void add(Kind kind, int partition, int other, int vnode, long difference, String text) {
        findings.add(new Finding(kind, partition, other, vnode, difference, text));
    }

    private void home(Cut.Task task) {
        Counters counters = task.ledger().state().counters();
        HomeTail home = task.home();
        long records = home.keys().records() - counters.home();
        long keys = home.keys().keys() - counters.entries();
        if (records != 0 || keys != 0) {
            add(
                    Kind.HOME,
                    task.partition(),
                    -1,
                    -1,
                    records != 0 ? records : keys,
                    "partition %d: the home store has %d records of %d keys, its ledger of commit %d counts %d of %d: %s"
                            .formatted(
                                    task.partition(),
                                    home.keys().records(),
                                    home.keys().keys(),
                                    task.ledger().commit(),
                                    counters.home(),
                                    counters.entries(),
                                    records != 0 ? off(records, "records") : off(keys, "keys")));
        }
        if (home.unsealed() > 0) {
            add(
                    Kind.UNSEALED,
                    task.partition(),
                    -1,
                    -1,
                    home.unsealed(),
                    "partition %d: %d changes of the home store follow the ledger of commit %d and belong to no commit; does an older version of the application, or something else, write to its changelog?"
                            .formatted(
                                    task.partition(),
                                    home.unsealed(),
                                    task.ledger().commit()));
        }
    }

    private static String off(long difference, String what) {
        return difference < 0 ? -difference + " " + what + " lost" : difference + " " + what + " too many";
    }

    private void balance(Cut.Task task) {
        Counters c = task.ledger().state().counters();
        long expected = c.consumed() + c.received() - c.sent() - c.expired();
        if (c.home() != expected) {
            add(
                    Kind.BALANCE,
                    task.partition(),
                    -1,
                    -1,
                    c.home() - expected,
                    "partition %d: home %d is not consumed %d + received %d - sent %d - expired %d: %s"
                            .formatted(
                                    task.partition(),
                                    c.home(),
                                    c.consumed(),
                                    c.received(),
                                    c.sent(),
                                    c.expired(),
                                    off(c.home() - expected, "records")));
        }
    }

    private void transfers(Cut.Task task) {
        Map<Integer, Long> between = new TreeMap<>();
        cut.between(task, (message, sign) -> {
            if (message.numbered()) {
                between.merge(message.from(), sign * message.records(), Long::sum);
            }
        });
        int to = task.partition();
        for (Cut.Task sender : cut.tasks()) {
            int from = sender.partition();
            long sent = sender.ledger().with(to).sent();
            long received = task.ledger().with(from).received();
            long underWay = between.getOrDefault(from, 0L);
            long difference = received + underWay - sent;
            if (difference != 0) {
                add(
                        Kind.IN_FLIGHT,
                        to,
                        from,
                        -1,
                        difference,
                        "partition %d: partition %d sent it %d records, it received %d and %d are in flight: %s"
                                .formatted(to, from, sent, received, underWay, off(difference, "records")));
            }
        }
    }

    private void owners(Cut.Task task) {
        TaskState state = task.ledger().state();
        Map<Integer, long[]> strays = new TreeMap<>();
        BitSet outgoing = vnodes(state.outgoing());
        Ring ring = cut.rings().get(state.epoch());
        task.home().keys().forEach((token, check, count) -> {
            int vnode = Tokens.vnode(token);
            int owner = ring == null ? -1 : ring.partitionOfVnode(vnode);
            if (owner != task.partition() && !outgoing.get(vnode)) {
                long[] stray = strays.computeIfAbsent(owner, partition -> new long[] {0, 0, vnode});
                stray[0]++;
                stray[1] += count;
            }
        });
        strays.forEach((owner, stray) -> add(
                Kind.OWNER,
                task.partition(),
                owner,
                -1,
                stray[0],
                "partition %d: it holds %d keys with %d records, one of vnode %d, that %s owns by epoch %d and that are not on their way out"
                        .formatted(
                                task.partition(),
                                stray[0],
                                stray[1],
                                stray[2],
                                owner < 0 ? "nobody" : "partition " + owner,
                                state.epoch())));
    }

    /** Looks for keys in two stores among the vnodes that two tasks hold keys of. */
    private void stores() {
        BitSet claimed = new BitSet(Tokens.VNODES);
        BitSet contested = new BitSet(Tokens.VNODES);
        for (Cut.Task task : cut.tasks()) {
            BitSet held = new BitSet(Tokens.VNODES);
            task.home().keys().forEach((token, check, count) -> held.set(Tokens.vnode(token)));
            BitSet both = (BitSet) held.clone();
            both.and(claimed);
            contested.or(both);
            claimed.or(held);
        }
        Map<KeyId, Cut.Task> holders = new HashMap<>();
        Map<Pair, long[]> doubles = new TreeMap<>();
        for (Cut.Task second : cut.tasks()) {
            second.home().keys().forEach((token, check, count) -> {
                int vnode = Tokens.vnode(token);
                Cut.Task first = contested.get(vnode) ? holders.put(new KeyId(token, check), second) : null;
                if (first != null && !handsOff(first, second, vnode) && !handsOff(second, first, vnode)) {
                    doubles.computeIfAbsent(
                                    new Pair(first.partition(), second.partition(), vnode), pair -> new long[1])[0]++;
                }
            });
        }
        doubles.forEach((pair, keys) -> add(
                Kind.TWO_STORES,
                pair.second(),
                pair.first(),
                pair.vnode(),
                keys[0],
                "partition %d: %d keys of vnode %d are also in the home store of partition %d, and not being handed off between them"
                        .formatted(pair.second(), keys[0], pair.vnode(), pair.first())));
    }

    /** Whether the receiver awaits the vnode, and the sender has not shipped it yet or has not even adopted that epoch. */
    private static boolean handsOff(Cut.Task from, Cut.Task to, int vnode) {
        int awaitedSince = to.ledger().state().incoming().stream()
                .filter(move -> move.vnodes().contains(vnode))
                .mapToInt(TaskState.Pending::epoch)
                .max()
                .orElse(0);
        TaskState sender = from.ledger().state();
        return awaitedSince > sender.epoch()
                || (awaitedSince > 0
                        && sender.outgoing().stream()
                                .anyMatch(move -> move.vnodes().contains(vnode)));
    }

    private record KeyId(long token, long check) {}

    private record Pair(int first, int second, int vnode) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byFirst = Integer.compare(first, other.first);
            int bySecond = byFirst != 0 ? byFirst : Integer.compare(second, other.second);
            return bySecond != 0 ? bySecond : Integer.compare(vnode, other.vnode);
        }
    }

    private static BitSet vnodes(List<TaskState.Pending> moves) {
        BitSet vnodes = new BitSet(Tokens.VNODES);
        moves.forEach(move -> move.vnodes().forEach(vnodes::set));
        return vnodes;
    }
}
