/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import org.jspecify.annotations.Nullable;

/** Another change of the ring came first, so this one was not published. */
public final class RingConflictException extends SlipringException {
    private final int expectedEpoch;
    private final int foundEpoch;

    /**
     * Makes one.
     *
     * @param ring name of the ring
     * @param expectedEpoch epoch that the change was made from; 0 for "none yet"
     * @param foundEpoch newest epoch that is published; 0 for "none yet"; the expected one if the rival is not done yet
     * @param cause what told so, if a rival fenced this publisher
     */
    public RingConflictException(String ring, int expectedEpoch, int foundEpoch, @Nullable Throwable cause) {
        super(message(ring, expectedEpoch, foundEpoch), cause);
        this.expectedEpoch = expectedEpoch;
        this.foundEpoch = foundEpoch;
    }

    /** Epoch that the change was made from; 0 for "none yet". */
    public int expectedEpoch() {
        return expectedEpoch;
    }

    /** Newest published epoch; 0 for "none yet". */
    public int foundEpoch() {
        return foundEpoch;
    }

    private static String message(String ring, int expectedEpoch, int foundEpoch) {
        String remedy = "; look at the ring again and repeat the change if it is still wanted";
        return expectedEpoch == foundEpoch
                ? "Ring " + ring + " is being changed by somebody else, who has not published yet; "
                        + describe(foundEpoch) + " is still the newest" + remedy
                : "Ring " + ring + " was changed by somebody else: this change was made from " + describe(expectedEpoch)
                        + ", but the newest published is " + describe(foundEpoch) + remedy;
    }

    private static String describe(int epoch) {
        return epoch == 0 ? "no epoch" : "epoch " + epoch;
    }
}
