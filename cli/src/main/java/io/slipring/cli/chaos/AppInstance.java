/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.terminal.Terminal;
import io.slipring.testkit.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One instance of the application, in a process that is killed, frozen and started again, always with the same state
 * directory. Every start writes to a log of its own. Thread-safe.
 */
final class AppInstance implements AutoCloseable {
    private static final String MAIN = "io.slipring.cli.Main";
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);

    private final int number;
    private final Path config;
    private final Path logs;
    private final Terminal terminal;
    private @Nullable JavaProcess process;
    private int starts;
    private int exits;
    private boolean wanted;

    /**
     * Makes an instance that doesn't run yet.
     *
     * @param config its properties file
     * @param logs a folder that exists
     * @param terminal told when it ends though nobody killed it
     */
    AppInstance(int number, Path config, Path logs, Terminal terminal) {
        this.number = number;
        this.config = config;
        this.logs = logs;
        this.terminal = terminal;
    }

    int number() {
        return number;
    }

    /** Starts the process; doesn't wait until it processes anything. */
    synchronized void start() {
        wanted = true;
        starts++;
        process = JavaProcess.of(MAIN)
                .args("run", "--config", config.toString(), "--timeout-ms", String.valueOf(START_TIMEOUT.toMillis()))
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
                .output(logs.resolve("app-" + number + "." + starts + ".log"))
                .start();
    }

    /**
     * Waits until it processes records; starts it again if it ends before.
     *
     * @throws IllegalStateException if it takes too long; with the last lines of its log
     */
    void awaitReady() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            JavaProcess starting = running();
            try {
                if (starting != null) {
                    var unused = starting.awaitOutput("^READY", START_TIMEOUT);
                }
                return;
            } catch (IllegalStateException e) {
                if (System.nanoTime() > deadline || !revivable(starting)) {
                    throw e;
                }
            }
        }
    }

    /** Whether a process ended by itself and another has taken or takes its place. */
    private synchronized boolean revivable(@Nullable JavaProcess ended) {
        reviveIfDead();
        return wanted && process != ended;
    }

    /** Kills it with SIGKILL. */
    synchronized void kill() {
        wanted = false;
        if (process != null) {
            process.kill9();
        }
    }

    synchronized void freeze() {
        if (process != null && process.isAlive()) {
            process.pause();
        }
    }

    synchronized void thaw() {
        if (process != null && process.isAlive()) {
            process.resume();
        }
    }

    /** Starts it again if it ended though nobody killed it. */
    synchronized void reviveIfDead() {
        if (wanted && process != null && !process.isAlive()) {
            exits++;
            terminal.line("      app %d ended by itself (%s); starting it again"
                    .formatted(number, lastLine(process.output())));
            start();
        }
    }

    private static String lastLine(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.reduce("no output", (before, line) -> line.isBlank() ? before : line);
        } catch (IOException | UncheckedIOException e) {
            return "cannot read " + log + ": " + e.getMessage();
        }
    }

    /** How often it ended though nobody killed it. */
    synchronized int exits() {
        return exits;
    }

    /** Asks instances to commit and end, all at once, and waits for it; kills those that don't. Returns those killed. */
    static List<AppInstance> stop(List<AppInstance> instances) {
        instances.forEach(AppInstance::terminate);
        return instances.stream().filter(instance -> !instance.awaitEnd()).toList();
    }

    private synchronized void terminate() {
        wanted = false;
        if (process != null) {
            process.terminate();
        }
    }

    private boolean awaitEnd() {
        JavaProcess ending = running();
        if (ending != null) {
            try {
                var unused = ending.awaitExit(STOP_TIMEOUT);
            } catch (IllegalStateException e) {
                kill();
                return false;
            }
        }
        return true;
    }

    private synchronized @Nullable JavaProcess running() {
        return process;
    }

    @Override
    public void close() {
        kill();
    }
}
