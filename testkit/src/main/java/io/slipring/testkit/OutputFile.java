/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The file into which a process writes, while it is being written. */
final class OutputFile {
    private static final int TAIL_BYTES = 64 * 1024;
    private static final int TAIL_LINES = 40;

    private final Path path;

    OutputFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Returns the last lines, after the file's name, for an exception's message. */
    String tail() {
        List<String> lines =
                Arrays.asList(text(Math.max(0, size() - TAIL_BYTES)).split("\n"));
        List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return "last lines of " + path + ":\n  " + String.join("\n  ", last);
    }

    private long size() {
        try {
            return Files.exists(path) ? Files.size(path) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path, e);
        }
    }

    private String text(long from) {
        if (!Files.exists(path)) {
            return "";
        }
        try (var in = Files.newInputStream(path)) {
            in.skipNBytes(from);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path, e);
        }
    }

    /** Looks through the lines of the file once, in order, as they are completed. */
    final class Search {
        private final Pattern pattern;
        private long position;

        Search(Pattern pattern) {
            this.pattern = pattern;
        }

        /** Returns the first match in the lines that were completed since the last call. */
        Optional<MatchResult> next() {
            if (size() == position) {
                return Optional.empty();
            }
            String text = text(position);
            int end = text.lastIndexOf('\n') + 1;
            String lines = text.substring(0, end);
            position += lines.getBytes(StandardCharsets.UTF_8).length;
            for (String line : lines.split("\n")) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.find()) {
                    return Optional.of(matcher.toMatchResult());
                }
            }
            return Optional.empty();
        }
    }
}
