/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.testkit.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;

/** An application in a process of its own. */
final class AppProcess implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);
    private static final Duration STOP_PATIENCE = Duration.ofMinutes(1);

    private final JavaProcess process;

    private AppProcess(JavaProcess process) {
        this.process = process;
    }

    /**
     * What it takes.
     *
     * @param liveHeapBytes on the heap after a full collection
     * @param nativeBytes resident at most, less the heap
     */
    record Memory(long liveHeapBytes, long nativeBytes) {}

    /** Starts it; doesn't wait. */
    static AppProcess launch(AppSpec spec, Path log, List<String> jvmArgs) {
        return new AppProcess(JavaProcess.of(AppMain.class.getName())
                .args(spec.toArgs())
                .jvmArgs("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-Xshare:auto")
                .jvmArgs("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
                .jvmArgs(jvmArgs.toArray(new String[0]))
                .output(log)
                .start());
    }

    /** Starts it, and waits until it has its tasks and their state. */
    static AppProcess start(AppSpec spec, Path log, List<String> jvmArgs) {
        AppProcess app = launch(spec, log, jvmArgs);
        app.awaitRunning();
        return app;
    }

    void awaitRunning() {
        var unused = process.awaitOutput("^" + AppMain.RUNNING, START_PATIENCE);
    }

    long pid() {
        return process.pid();
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(process + " ended by itself; see " + process.output());
        }
    }

    /** Ends it in good order. */
    Memory stop() {
        long resident = peakResident();
        process.terminate();
        int unused = process.awaitExit(STOP_PATIENCE);
        MatchResult memory =
                process.awaitOutput("^" + AppMain.MEMORY + " live=([0-9]+) committed=([0-9]+)", STOP_PATIENCE);
        return new Memory(Long.parseLong(memory.group(1)), Math.max(0, resident - Long.parseLong(memory.group(2))));
    }

    /** Largest resident size so far in bytes; 0 where the system doesn't tell. */
    private long peakResident() {
        Path status = Path.of("/proc", String.valueOf(pid()), "status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + status, e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
