/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What an application is to do, as it is told to its process.
 *
 * @param name its application id; the names of its topics begin with it
 * @param input topic
 * @param partitions of a repartition topic
 * @param threads stream threads
 * @param commit interval of commits
 * @param progress interval of the reports of tasks
 * @param aggregateBytes size of a key's aggregate, 16 at least
 * @param state directory of its stores
 */
record AppSpec(
        Variant variant,
        String name,
        String bootstrapServers,
        String input,
        int partitions,
        int threads,
        Duration commit,
        Duration progress,
        int aggregateBytes,
        Path state) {
    String output() {
        return name + "-output";
    }

    /** The topic between tasks, if it is this library's. */
    String transfer() {
        return name + "-transfer";
    }

    String ring() {
        return name + "-ring";
    }

    String[] toArgs() {
        return new String[] {
            variant.name(),
            name,
            bootstrapServers,
            input,
            String.valueOf(partitions),
            String.valueOf(threads),
            String.valueOf(commit.toMillis()),
            String.valueOf(progress.toMillis()),
            String.valueOf(aggregateBytes),
            state.toString()
        };
    }

    static AppSpec fromArgs(String[] args) {
        return new AppSpec(
                Variant.valueOf(args[0]),
                args[1],
                args[2],
                args[3],
                Integer.parseInt(args[4]),
                Integer.parseInt(args[5]),
                Duration.ofMillis(Long.parseLong(args[6])),
                Duration.ofMillis(Long.parseLong(args[7])),
                Integer.parseInt(args[8]),
                Path.of(args[9]));
    }
}
