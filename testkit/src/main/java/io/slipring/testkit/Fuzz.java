/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A seeded fuzzer of one decoder. It makes inputs from valid samples (random bytes, truncations, flipped bits, splices,
 * repetitions, lengths of 1 GiB) and demands that each is either read or refused with a named exception, and that reading
 * allocates no more than a multiple of its size.
 *
 * <p>{@code -Dfuzz.rounds=N} makes it N inputs per decoder, {@code -Dfuzz.seed=S} others than usual. A failure says the
 * seed that makes the failing input in the first round, and the input in hex, cut down to what still fails. Not
 * thread-safe; what is allocated on other threads isn't counted.
 */
public final class Fuzz {
    /** Inputs per decoder, if nothing else is asked for. */
    private static final long ROUNDS = 3_000;

    private static final int SHRINKING_STEPS = 2_000;
    private static final int MAX_HEX_BYTES = 4_096;
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String name;
    private final Decoder decoder;
    private final List<byte[]> samples = new ArrayList<>();
    private final List<Class<? extends Exception>> refusals = new ArrayList<>();
    private long allocatedPerByte = 64;
    private long allocatedBeside = 1 << 20;
    private long roundsPerInput = 1;

    private Fuzz(String name, Decoder decoder) {
        this.name = name;
        this.decoder = decoder;
    }

    /** Reads bytes, and may check what it read: an {@link AssertionError} fails the test. */
    @FunctionalInterface
    public interface Decoder {
        /**
         * Reads the bytes.
         *
         * @throws Exception if it refuses them
         */
        void decode(byte[] bytes) throws Exception;
    }

    /** Says how many inputs were made, and how they fared. */
    public record Outcome(long inputs, long accepted, long refused) {}

    /** Starts a fuzzer; the name is for messages. */
    public static Fuzz of(String name, Decoder decoder) {
        return new Fuzz(name, decoder);
    }

    /** Adds a valid input; there must be at least one. */
    public Fuzz sample(byte[] bytes) {
        samples.add(bytes.clone());
        return this;
    }

    /** Allows an exception; those of the Java library only as exactly that class, others with their subclasses. */
    public Fuzz refuses(Class<? extends Exception> exception) {
        refusals.add(exception);
        return this;
    }

    /** Replaces what an input may have allocated: 64 bytes for each of its bytes, and 1 MiB beside. */
    public Fuzz allocates(long perByte, long beside) {
        this.allocatedPerByte = perByte;
        this.allocatedBeside = beside;
        return this;
    }

    /** Makes only one input for so many rounds, for a decoder that takes its time. */
    public Fuzz oneIn(long rounds) {
        this.roundsPerInput = rounds;
        return this;
    }

    /**
     * Makes the inputs.
     *
     * @throws AssertionError for the first one that breaks a rule, or if none was accepted or none refused
     */
    public Outcome run() {
        long seed = Long.getLong("fuzz.seed", 1);
        long inputs = Math.max(1, Long.getLong("fuzz.rounds", ROUNDS) / roundsPerInput);
        Mutations mutations = new Mutations(samples);
        for (byte[] sample : samples) {
            Fault fault = new Trial(sample).fault;
            if (fault != null) {
                throw failure("a sample", sample, fault);
            }
        }
        long accepted = 0;
        for (long round = 0; round < inputs; round++) {
            byte[] input = mutations.next(new SplittableRandom(seed + round));
            Trial trial = new Trial(input);
            if (trial.fault != null) {
                throw failure("-Dfuzz.seed=" + (seed + round), shrunk(input, trial.fault), trial.fault);
            }
            accepted += trial.accepted ? 1 : 0;
        }
        Outcome outcome = new Outcome(inputs, accepted, inputs - accepted);
        System.out.println("fuzz " + name + " seed=" + seed + " " + outcome);
        return outcome;
    }

    /** What is wrong with an input; two are the same fault if their kinds are equal. */
    private record Fault(
            String kind, String message, @Nullable Throwable cause) {}

    /** One input, tried. */
    private final class Trial {
        private final @Nullable Fault fault;
        private boolean accepted;

        /** Tries it a second time if it allocated too much: the first use of a class allocates what no later one does. */
        Trial(byte[] input) {
            Fault found = attempt(input);
            this.fault = found != null && found.kind().equals("memory") ? attempt(input) : found;
        }

        private @Nullable Fault attempt(byte[] input) {
            byte[] given = input.clone();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            Throwable thrown = null;
            try {
                decoder.decode(given);
                accepted = true;
            } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
                accepted = false;
                thrown = e;
            }
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            if (thrown != null && !isRefusal(thrown)) {
                return new Fault(thrown.getClass().getName(), "threw " + thrown, thrown);
            }
            if (thrown != null
                    && (thrown.getMessage() == null || thrown.getMessage().isBlank())) {
                return new Fault("message", "threw " + thrown.getClass().getName() + " without a message", thrown);
            }
            long most = allocatedPerByte * input.length + allocatedBeside;
            if (allocated > most) {
                return new Fault(
                        "memory",
                        "allocated " + allocated + " bytes for " + input.length + ", may allocate " + most,
                        thrown);
            }
            return null;
        }
    }

    private boolean isRefusal(Throwable thrown) {
        return refusals.stream()
                .anyMatch(refusal -> refusal.getName().startsWith("java.")
                        ? refusal == thrown.getClass()
                        : refusal.isInstance(thrown));
    }

    /** Leaves out what isn't needed for the fault, larger pieces first. */
    private byte[] shrunk(byte[] input, Fault fault) {
        byte[] smallest = input;
        int steps = SHRINKING_STEPS;
        for (int piece = Math.max(1, input.length / 2); piece > 0; piece /= 2) {
            for (int at = 0; at + piece <= smallest.length && steps > 0; steps--) {
                byte[] without = Arrays.copyOf(smallest, smallest.length - piece);
                System.arraycopy(smallest, at + piece, without, at, smallest.length - at - piece);
                Fault left = new Trial(without).fault;
                if (left != null && left.kind().equals(fault.kind())) {
                    smallest = without;
                } else {
                    at += piece;
                }
            }
        }
        return smallest;
    }

    private AssertionError failure(String origin, byte[] input, Fault fault) {
        int shown = Math.min(input.length, MAX_HEX_BYTES);
        return new AssertionError(
                "fuzz " + name + " of " + origin + ": " + fault.message() + "; input of " + input.length + " bytes "
                        + HexFormat.of().formatHex(input, 0, shown) + (shown < input.length ? "..." : ""),
                fault.cause());
    }
}
