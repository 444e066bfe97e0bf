/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.command.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/**
 * Where the processes keep data and logs. A folder that the user named stays; a temporary one goes, but for the logs of a
 * run that failed. If this JVM is interrupted, its processes are killed and a temporary folder is deleted with everything.
 */
final class ChaosFolder implements AutoCloseable {
    private static final String LOG_SUFFIX = ".log";
    private static final long EXIT_SECONDS = 5;

    private final Path root;
    private final boolean temporary;
    private final Thread cleanUp = new Thread(this::interrupted, "chaos-exit");
    private boolean keepLogs;

    private ChaosFolder(Path root, boolean temporary) {
        this.root = root;
        this.temporary = temporary;
    }

    /**
     * Makes the folder.
     *
     * @param keep the user's, which must be empty or missing; a temporary one is made if there is none
     */
    static ChaosFolder make(Optional<Path> keep) throws IOException {
        if (keep.isPresent()) {
            Path root = Files.createDirectories(keep.get().toAbsolutePath());
            try (Stream<Path> files = Files.list(root)) {
                if (files.findAny().isPresent()) {
                    throw new CommandFailure("the folder " + root + " must be empty; name another with --keep");
                }
            }
            return hooked(new ChaosFolder(root, false));
        }
        return hooked(new ChaosFolder(Files.createTempDirectory("slipring-chaos-"), true));
    }

    private static ChaosFolder hooked(ChaosFolder folder) throws IOException {
        Files.createDirectories(folder.logs());
        Runtime.getRuntime().addShutdownHook(folder.cleanUp);
        return folder;
    }

    /** The brokers' part: made by them. */
    Path brokers() {
        return root.resolve("brokers");
    }

    /** The logs of the instances. */
    Path logs() {
        return root.resolve("apps");
    }

    /** The state of an instance. */
    Path state(int instance) {
        return root.resolve("state-" + instance);
    }

    /** A file of the run itself. */
    Path file(String name) {
        return root.resolve(name);
    }

    /** Has the logs stay; returns where they are. */
    Path keepLogs() {
        keepLogs = true;
        return root;
    }

    @Override
    public void close() throws IOException {
        if (temporary && keepLogs) {
            deleteAllButLogs();
        } else if (temporary) {
            Utils.delete(root.toFile());
        }
        Runtime.getRuntime().removeShutdownHook(cleanUp);
    }

    private void deleteAllButLogs() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                if (Files.isDirectory(file)) {
                    deleteIfEmpty(file);
                } else if (!isLog(file)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private boolean isLog(Path file) {
        boolean ours =
                file.getParent() != null && List.of(root, brokers(), logs()).contains(file.getParent());
        return ours && file.toString().endsWith(LOG_SUFFIX);
    }

    private static void deleteIfEmpty(Path directory) throws IOException {
        try (Stream<Path> content = Files.list(directory)) {
            if (content.findAny().isPresent()) {
                return;
            }
        }
        Files.deleteIfExists(directory);
    }

    /** The processes have hooks of their own, but these run at the same time, and the files must outlive them. */
    private void interrupted() {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit()
                .completeOnTimeout(child, EXIT_SECONDS, TimeUnit.SECONDS)
                .join());
        if (temporary) {
            try {
                Utils.delete(root.toFile());
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot delete " + root, e);
            }
        }
    }
}
