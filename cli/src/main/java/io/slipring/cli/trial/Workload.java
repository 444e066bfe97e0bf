/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import java.io.IOException;
import java.util.Optional;

/** What the demo produces. It can be read again from its start, which gives the same records in the same order. */
public interface Workload {
    /** What it is, for people. */
    String describe();

    /** Number of records. */
    long records();

    /** Field of the records' JSON value that is aggregated; empty if records are only counted. */
    Optional<String> field();

    /** Calls the consumer with every record, in order; ends early if it throws. */
    void forEach(SampleConsumer consumer) throws IOException, InterruptedException;

    /** Takes one record. */
    @FunctionalInterface
    interface SampleConsumer {
        void accept(Sample sample) throws IOException, InterruptedException;
    }
}
