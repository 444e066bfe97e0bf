/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/** Formats and deletes the log directories of brokers. */
final class BrokerStorage {
    private BrokerStorage() {}

    /** Formats a node's directory for a static quorum; one that is formatted already is left as it is. */
    static void format(Path directory, int node, String clusterId) {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(node)
                    .setClusterId(clusterId)
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(directory.toString())
                    .addDirectory(directory.toString())
                    .setIgnoreFormatted(true)
                    .setHasDynamicQuorum(false)
                    .run();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot format the log directory of broker " + node + ": " + e, e);
        }
    }

    /** Deletes a directory and all that is in it; what vanishes meanwhile is fine. */
    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw failure;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    if (failure != null) {
                        throw failure;
                    }
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + directory, e);
        }
    }
}
