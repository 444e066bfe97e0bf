/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What happens in a run: a world and steps that make sense in whatever state they find it, so that any of them can be left
 * out. A function of the seed.
 *
 * @param partitions number of tasks, each with a partition of the source and of the transfer topic
 * @param wide whether thousands of vnodes move, see {@link SimRings}
 * @param keys indexes of the keys that get records
 * @param nanosPerLook how far a task's clock moves each time it is read
 * @param starved whether handoffs get hardly any time to refill their budget
 * @param published epochs there are at the start, as indexes of tables
 * @param started tasks that run at the start
 * @param windows windows of the aggregation, without a clock
 * @param disorder how much older than the newest a record may be
 */
record SimPlan(
        int partitions,
        boolean wide,
        List<Integer> keys,
        Limits limits,
        long nanosPerLook,
        boolean starved,
        List<Integer> published,
        List<Boolean> started,
        Windowing windows,
        int disorder,
        List<Step> steps) {
    static final int MAX_EPOCHS = 10;
    private static final int WIDE_ONE_IN = 200;
    /** What tasks wait longer than that never counts as idle before a world comes to rest. */
    static final long IDLE_AT_REST_ONLY = 1L << 40;

    enum Kind {
        /** A producer writes some records of a key. */
        PRODUCE,
        /** A task processes some records of its source partition. */
        READ,
        /** A task processes some of the transfers that it can see. */
        RECEIVE,
        /** A task's punctuator runs. */
        TICK,
        COMMIT,
        /** A task settles as if to commit, but does not. */
        FLUSH,
        /** A task loses everything since its last commit. */
        CRASH,
        /** Something that a task calls fails; somebody may swallow that. */
        FAIL,
        /** A task that does not run starts. */
        START,
        /** A new epoch is published. */
        PUBLISH,
        /** A task gets to know newer epochs. */
        SEE,
        /** Every task that runs reads, receives, ticks and commits, as in a time without trouble. */
        ROUND,
        /** A transaction that a crash left open is aborted. */
        EXPIRE,
        /** An operator erases a key. */
        ERASE
    }

    /** Some step; what its numbers mean is up to its kind. */
    record Step(Kind kind, int task, int a, int b) {
        @Override
        public String toString() {
            return kind + " task=" + task + " a=" + a + " b=" + b;
        }
    }

    static SimPlan ofSeed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean wide = random.nextInt(WIDE_ONE_IN) == 0;
        int partitions = 2 + random.nextInt(SimRings.MAX_PARTITIONS - 1);
        int tables = SimRings.pool(partitions, wide).size();
        List<Integer> published = random.ints(1 + random.nextInt(3) * random.nextInt(2), 0, tables)
                .boxed()
                .toList();
        List<Boolean> started = IntStream.range(0, partitions)
                .mapToObj(task -> random.nextInt(6) > 0)
                .toList();
        boolean starved = random.nextInt(3) == 0;
        Limits limits = limits(random, wide, starved);
        long nanosPerLook = random.nextInt(3);
        return new SimPlan(
                partitions,
                wide,
                keys(random),
                limits,
                nanosPerLook,
                starved,
                published,
                started,
                Windowing.NONE,
                1_000,
                steps(random, partitions, false));
    }

    /** The run of a seed with windows. */
    static SimPlan withWindowsOfSeed(long seed) {
        SimPlan plan = ofSeed(seed);
        SplittableRandom random = new SplittableRandom(~seed);
        long size = 1 + random.nextInt(random.nextBoolean() ? 100 : 1_000);
        long advance = random.nextBoolean() ? size : Math.max(1, size / (1 + random.nextInt(4)));
        long grace = random.nextBoolean() ? 0 : random.nextInt(300);
        Windowing windows = new Windowing(
                new Cells(size, advance, grace),
                random.nextInt(3) > 0,
                random.nextInt(3) == 0 ? IDLE_AT_REST_ONLY : 1 + random.nextInt(random.nextInt(4) > 0 ? 100 : 3_000),
                1 + random.nextInt(2) * random.nextInt(100),
                () -> 0);
        int disorder = random.nextInt(2) * random.nextInt(random.nextInt(3) > 0 ? 50 : 1_000);
        return plan.with(windows, disorder, steps(random, plan.partitions(), true));
    }

    /** The run of a seed with sessions. */
    static SimPlan withSessionsOfSeed(long seed) {
        SimPlan plan = withWindowsOfSeed(seed);
        SplittableRandom random = new SplittableRandom(seed + 1);
        long gap = 1 + random.nextInt(random.nextBoolean() ? 60 : 600);
        long grace = random.nextBoolean() ? 0 : random.nextInt(300);
        Windowing windows = new Windowing(
                Cells.sessions(gap, grace),
                plan.windows().finalOnly(),
                plan.windows().idleMillis(),
                plan.windows().markMillis(),
                () -> 0);
        return plan.with(windows, plan.disorder(), plan.steps());
    }

    private SimPlan with(Windowing other, int otherDisorder, List<Step> others) {
        return new SimPlan(
                partitions,
                wide,
                keys,
                limits,
                nanosPerLook,
                starved,
                published,
                started,
                other,
                otherDisorder,
                others);
    }

    /** The same run with other steps. */
    SimPlan with(List<Step> others) {
        return with(windows, disorder, List.copyOf(others));
    }

    private static List<Integer> keys(SplittableRandom random) {
        List<Integer> keys = new ArrayList<>();
        int groups = 1 + random.nextInt(5);
        for (int i = 0; i < groups; i++) {
            int which = random.nextInt(random.nextInt(4) == 0 ? SimKeys.GROUPS.size() : SimKeys.SHARED);
            List<Integer> group = SimKeys.GROUPS.get(which);
            group.stream()
                    .filter(key -> random.nextInt(4) > 0 && !keys.contains(key))
                    .forEach(keys::add);
        }
        if (keys.isEmpty()) {
            keys.add(0);
        }
        return List.copyOf(keys);
    }

    private static Limits limits(SplittableRandom random, boolean wide, boolean starved) {
        boolean crawling = starved && random.nextInt(3) == 0;
        return new Limits(
                1 + random.nextInt(6),
                1 + random.nextInt(starved || random.nextBoolean() ? 60 : 300),
                wide ? 1_000_000 : 20 + random.nextInt(starved ? 50 : 5_000),
                wide ? 10_000 : 4 + random.nextInt(crawling ? 1 : 12),
                wide ? 10_000 : 4 + random.nextInt(crawling ? 1 : 40),
                true);
    }

    /** Steps of kinds whose odds differ from seed to seed: some crash all the time, some never commit for long. */
    private static List<Step> steps(SplittableRandom random, int partitions, boolean windows) {
        Kind[] kinds = Kind.values();
        int[] odds = new int[kinds.length];
        for (Kind kind : kinds) {
            int most = switch (kind) {
                case PRODUCE, READ, RECEIVE, TICK, COMMIT -> 16;
                case SEE, START -> 5;
                case ROUND -> windows ? 8 : 3;
                case PUBLISH -> windows ? 6 : 3;
                case CRASH, FAIL, FLUSH, EXPIRE -> 3;
                case ERASE -> 1;
            };
            odds[kind.ordinal()] = 1 + random.nextInt(most);
        }
        int total = IntStream.of(odds).sum();
        int length = 30 + random.nextInt(random.nextInt(4) == 0 ? 400 : 120) * (windows ? 2 : 1);
        List<Step> steps = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            int pick = random.nextInt(total);
            int kind = 0;
            while (pick >= odds[kind]) {
                pick -= odds[kind++];
            }
            int task = random.nextInt(partitions);
            if (windows && random.nextBoolean()) { // time comes on unevenly
                task = switch (kinds[kind]) {
                    case READ -> 0;
                    case RECEIVE -> partitions - 1;
                    default -> task;
                };
            }
            steps.add(new Step(kinds[kind], task, random.nextInt(1 << 16), random.nextInt(1 << 16)));
        }
        return List.copyOf(steps);
    }
}
