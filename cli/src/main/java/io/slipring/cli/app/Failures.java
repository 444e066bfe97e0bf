/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import org.apache.kafka.streams.errors.StreamsException;

/** Tells a failure of Kafka Streams in one line. */
final class Failures {
    private static final String STACK_TRACE = ", stacktrace=";

    private Failures() {}

    /** Where it happened, if Kafka Streams says so, and what it was: class and message of the first cause of its own. */
    static String describe(Throwable failure) {
        Throwable told = failure;
        while (told instanceof StreamsException && told.getCause() != null) {
            told = told.getCause();
        }
        String what = told.getMessage() == null
                ? told.getClass().getSimpleName()
                : told.getClass().getSimpleName() + ": " + told.getMessage();
        String where = failure.getMessage();
        if (told == failure || where == null) {
            return what;
        }
        int cut = where.indexOf(STACK_TRACE);
        return (cut < 0 ? where : where.substring(0, cut)) + ": " + what;
    }
}
