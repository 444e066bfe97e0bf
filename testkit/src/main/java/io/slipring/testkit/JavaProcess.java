/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Java program in a JVM of its own, with the class path of this one: what a test needs to see how an application takes it
 * when its process is killed or freezes.
 *
 * <pre>{@code
 * try (JavaProcess app = JavaProcess.of("com.example.Main").args("--port", "0").output(log).start()) {
 *     app.awaitOutput("listening", Duration.ofSeconds(20));
 *     app.kill9();
 * }
 * }</pre>
 *
 * <p>Standard output and error go to one file. Standard input isn't the program's: it is the lifeline by which the child
 * notices the end of this JVM, whatever ended it, and halts (exit code 113). A child that is paused when this JVM is
 * SIGKILLed can't notice; any other end of this JVM kills that one too.
 *
 * <p>Thread-safe. Needs a POSIX system for {@link #pause} and {@link #resume}.
 */
public final class JavaProcess implements AutoCloseable {
    /** System property: the folder for output that was given no file. */
    static final String OUTPUT = "slipring.process.output";

    private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final Process process;
    private final OutputFile output;
    private final boolean temporary;
    private final Thread killOnExit;

    private JavaProcess(String name, Process process, OutputFile output, boolean temporary) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.temporary = temporary;
        this.killOnExit = new Thread(process::destroyForcibly, "kill-" + name);
        Runtime.getRuntime().addShutdownHook(killOnExit);
    }

    /**
     * Returns a builder for a process that runs a main class.
     *
     * @param mainClass the name of a class with a {@code public static void main(String[])}, on the class path of this JVM
     * @return a new builder
     */
    public static Builder of(String mainClass) {
        return new Builder(mainClass);
    }

    /**
     * Returns the process id.
     *
     * @return the operating system's id of the process, also after its end
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Tells whether the process lives; a paused one does.
     *
     * @return false once it ended
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Returns the file with what the process wrote to standard output and error.
     *
     * @return a path, which outlives the process, and {@link #close} unless it is a temporary one
     */
    public Path output() {
        return output.path();
    }

    /** Kills the process with SIGKILL, paused or not, and waits until it is gone. Does nothing if it is gone already. */
    public void kill9() {
        process.destroyForcibly();
        awaitExit(SIGNAL_TIMEOUT);
    }

    /** Asks the process to end (SIGTERM), so that its shutdown hooks run. Doesn't wait. */
    public void terminate() {
        // By its handle: Process.destroy would also close the lifeline, and the child would halt before its hooks ran.
        process.toHandle().destroy();
    }

    /** Freezes the process (SIGSTOP) until {@link #resume}. */
    public void pause() {
        signal("STOP");
    }

    /** Lets a paused process go on (SIGCONT). */
    public void resume() {
        signal("CONT");
    }

    /**
     * Waits for the end of the process.
     *
     * @param timeout how long at most
     * @return the exit code; 128 + the signal's number for one that was killed
     * @throws IllegalStateException if it still runs after that; with the last lines of its output
     */
    public int awaitExit(Duration timeout) {
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(
                        this + " still runs after " + timeout.toMillis() + " ms; " + output.tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the end of " + this, e);
        }
        forgetHook();
        return process.exitValue();
    }

    /**
     * Waits for a line of output, from the first line on.
     *
     * @param regex a regular expression of which a match somewhere in one line suffices
     * @param timeout how long at most
     * @return the first match
     * @throws IllegalStateException if no line matched in time, or the process ended without such a line; with the last lines
     *     of its output
     */
    public MatchResult awaitOutput(String regex, Duration timeout) {
        OutputFile.Search search = output.new Search(Pattern.compile(regex));
        AtomicReference<@Nullable MatchResult> found = new AtomicReference<>();
        Deadline.of(timeout)
                .await(
                        () -> {
                            boolean ended = !process.isAlive();
                            search.next().ifPresent(found::set);
                            if (found.get() == null && ended) {
                                throw new IllegalStateException(this + " ended with exit code " + process.exitValue()
                                        + " without a line that matches \"" + regex + "\"; " + output.tail());
                            }
                            return found.get() != null;
                        },
                        () -> "a line that matches \"" + regex + "\" from " + this + "; " + output.tail());
        return Objects.requireNonNull(found.get());
    }

    /** Kills the process if it still runs. The output file stays, unless it is a temporary one. */
    @Override
    public void close() {
        kill9();
        try {
            Files.deleteIfExists(optionsOf(output.path()));
            if (temporary) {
                Files.deleteIfExists(output.path());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete the output of " + this, e);
        }
    }

    /** The file with the options for the JVM. */
    private static Path optionsOf(Path output) {
        return Path.of(output + ".args");
    }

    /** Returns the main class and the process id. */
    @Override
    public String toString() {
        return "process " + process.pid() + " (" + name + ")";
    }

    String tail() {
        return output.tail();
    }

    private void signal(String signal) {
        // sh knows kill by itself: a kill program need not be installed
        List<String> command = List.of("sh", "-c", "kill -s " + signal + " " + process.pid());
        try {
            Process kill = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(SIGNAL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("Cannot send SIG" + signal + " to " + this
                        + (isAlive() ? "" : ", which has ended; " + output.tail()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot send SIG" + signal + " to " + this, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending SIG" + signal + " to " + this, e);
        }
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(killOnExit);
        } catch (IllegalStateException exiting) {
            // the hooks run: this one finds nothing to kill
            return;
        }
    }

    /** Settings of a process that is about to be started. Not thread-safe. */
    public static final class Builder {
        private final String mainClass;
        private final List<String> jvmArgs = new ArrayList<>();
        private final List<String> args = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private String classPath = System.getProperty("java.class.path");
        private @Nullable Path output;

        private Builder(String mainClass) {
            this.mainClass = Objects.requireNonNull(mainClass, "mainClass");
        }

        /**
         * Adds arguments for the main method.
         *
         * @param values in order
         * @return this builder
         */
        public Builder args(String... values) {
            args.addAll(List.of(values));
            return this;
        }

        /**
         * Adds options for the JVM, such as {@code -Xmx256m}.
         *
         * @param values in order
         * @return this builder
         */
        public Builder jvmArgs(String... values) {
            jvmArgs.addAll(List.of(values));
            return this;
        }

        /**
         * Takes another class path than this JVM's: for a program that isn't ours, or another version of one that is.
         *
         * @param entries jars, with what their manifests name, and directories, in this order
         * @return this builder
         */
        public Builder classPath(List<Path> entries) {
            List<Path> all = new ArrayList<>(entries);
            all.add(own());
            classPath = all.stream()
                    .map(entry -> entry.toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator));
            return this;
        }

        /** Where the class is that holds the lifeline. */
        private static Path own() {
            try {
                return Path.of(ChildMain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
            } catch (URISyntaxException e) {
                throw new IllegalStateException("Cannot tell where this class is from", e);
            }
        }

        /**
         * Sets an environment variable, over the one that this JVM has.
         *
         * @param variable its name
         * @param value its value
         * @return this builder
         */
        public Builder env(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        /**
         * Sets the file for standard output and error, which is overwritten. Without it, one is made in the folder that the
         * system property {@value JavaProcess#OUTPUT} names, or else a temporary one, which goes when the process is closed.
         *
         * @param file a path in a directory that exists
         * @return this builder
         */
        public Builder output(Path file) {
            output = Objects.requireNonNull(file, "file");
            return this;
        }

        /**
         * Starts the process; doesn't wait for anything that it does.
         *
         * @return the running process
         * @throws UncheckedIOException if the operating system can't start it
         */
        public JavaProcess start() {
            String name = mainClass.substring(mainClass.lastIndexOf('.') + 1);
            try {
                String folder = System.getProperty(OUTPUT);
                Path out = output == null ? newFile(name, folder) : output;
                Path options = optionsOf(out);
                Files.writeString(options, optionsFile(), StandardCharsets.UTF_8);
                List<String> command = new ArrayList<>(List.of(java(), "@" + options, ChildMain.class.getName()));
                command.add(mainClass);
                command.addAll(args);
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
                builder.environment().putAll(environment);
                return new JavaProcess(name, builder.start(), new OutputFile(out), output == null && folder == null);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot start a process for " + mainClass, e);
            }
        }

        private static Path newFile(String name, @Nullable String folder) throws IOException {
            return folder == null
                    ? Files.createTempFile(name + "-", ".log")
                    : Files.createTempFile(Files.createDirectories(Path.of(folder)), name + "-", ".log");
        }

        /** The class path is too long for a command line. */
        private String optionsFile() {
            List<String> lines = new ArrayList<>(jvmArgs);
            lines.add("-cp");
            lines.add(classPath);
            StringBuilder file = new StringBuilder();
            for (String line : lines) {
                file.append('"')
                        .append(line.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append("\"\n");
            }
            return file.toString();
        }

        private static String java() {
            return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        }
    }
}
