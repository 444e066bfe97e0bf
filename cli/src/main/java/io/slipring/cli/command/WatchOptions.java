/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How often a command looks that looks again and again. */
public final class WatchOptions {
    private static final long MIN_INTERVAL_MS = 100;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--interval-ms",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "Time between two looks of --watch or --wait (default ${DEFAULT-VALUE}).")
    private long intervalMs = 1_000;

    /**
     * Time between two looks.
     *
     * @throws ParameterException if it is less than 100 ms
     */
    public Duration interval() {
        if (intervalMs < MIN_INTERVAL_MS) {
            throw new ParameterException(
                    spec.commandLine(), "--interval-ms must be >= " + MIN_INTERVAL_MS + ", was " + intervalMs);
        }
        return Duration.ofMillis(intervalMs);
    }

    /**
     * Looks once, and then after each interval until nobody reads the output any more or the process is interrupted. What is
     * wrong with the first look ends it; later on, a cluster that does not answer for a while does not.
     *
     * @param failed told of such failures
     */
    public void repeat(PrintWriter out, Runnable look, Consumer<RuntimeException> failed) throws InterruptedException {
        Duration interval = interval();
        look.run();
        while (!out.checkError()) {
            Thread.sleep(interval.toMillis());
            try {
                look.run();
            } catch (KafkaException | CommandFailure e) {
                failed.accept(e);
            }
        }
    }
}
