/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import java.util.List;

/** Log levels by command, set before the first logger is made; a level given as a system property wins. */
final class Logging {
    private static final String PREFIX = "org.slf4j.simpleLogger.";

    private Logging() {}

    /**
     * Sends logs to standard error: our own transitions for {@code run}, problems only for other commands, everything
     * from INFO with {@code --verbose}.
     */
    static void configure(List<String> arguments) {
        boolean verbose = arguments.contains("--verbose");
        boolean serving = !arguments.isEmpty() && arguments.get(0).equals("run");
        setDefault("logFile", "System.err");
        setDefault("showDateTime", "true");
        setDefault("dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
        setDefault("showThreadName", "false");
        setDefault("levelInBrackets", "true");
        setDefault("defaultLogLevel", verbose ? "info" : serving ? "warn" : "error");
        if (!verbose) {
            // What an embedded broker calls errors on a busy machine, and clients retry: partitions that a topic gets
            // later, batches that overtook the first of a transaction, its own late heartbeats.
            setDefault("log.state.change.logger", "off");
            setDefault("log.kafka.server.ReplicaManager", "off");
            setDefault("log.org.apache.kafka.controller", "off");
            // A stack trace for each dead letter; what handles them tells their number.
            setDefault("log.org.apache.kafka.streams.processor.internals.RecordDeserializer", "error");
        }
        setDefault("log.io.slipring", verbose || serving ? "info" : "warn");
    }

    private static void setDefault(String name, String value) {
        if (System.getProperty(PREFIX + name) == null) {
            System.setProperty(PREFIX + name, value);
        }
    }
}
