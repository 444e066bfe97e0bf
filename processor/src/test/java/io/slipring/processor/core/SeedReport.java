/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What there is to say of a seed that fails: why, how to run it again, and the fewest steps that still fail. */
final class SeedReport {
    private SeedReport() {}

    /** Runs a seed; empty if it keeps every promise. */
    static Optional<String> of(long seed, SimPlan plan, Fault fault) {
        return violation(plan, fault).map(violation -> describe(seed, plan, fault, violation));
    }

    static Optional<Violation> violation(SimPlan plan, Fault fault) {
        try {
            Simulation.run(plan, fault);
            return Optional.empty();
        } catch (Violation violation) {
            return Optional.of(violation);
        }
    }

    private static String describe(long seed, SimPlan plan, Fault fault, Violation violation) {
        SimPlan small = shrink(plan, fault);
        List<String> trace = new ArrayList<>();
        Violation last = violation;
        try {
            Simulation.run(small, fault, Optional.of(trace::add));
        } catch (Violation again) {
            last = again;
        }
        StringWriter stack = new StringWriter();
        last.printStackTrace(new PrintWriter(stack));
        return "seed " + seed + ": " + violation.getMessage()
                + "\nreplay: mvn -pl processor -am test -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dsim.seed=" + seed
                + "\nshrunk from " + plan.steps().size() + " to "
                + small.steps().size() + " steps, which end in: "
                + last.getMessage()
                + "\nworld: " + small.with(List.of())
                + "\n" + String.join("\n", trace)
                + "\n" + stack;
    }

    /** Leaves out steps, in ever smaller runs of them, as long as what is left still fails. */
    static SimPlan shrink(SimPlan plan, Fault fault) {
        SimPlan small = plan;
        for (int length = Math.max(1, plan.steps().size() / 2); length >= 1; length /= 2) {
            boolean shrunk = true;
            while (shrunk) {
                shrunk = false;
                for (int from = 0; from < small.steps().size(); from += length) {
                    SimPlan smaller = without(small, from, length);
                    if (violation(smaller, fault).isPresent()) {
                        small = smaller;
                        shrunk = true;
                        from -= length;
                    }
                }
            }
        }
        return small;
    }

    private static SimPlan without(SimPlan plan, int from, int length) {
        List<SimPlan.Step> steps = new ArrayList<>(plan.steps());
        steps.subList(from, Math.min(from + length, steps.size())).clear();
        return plan.with(steps);
    }
}
