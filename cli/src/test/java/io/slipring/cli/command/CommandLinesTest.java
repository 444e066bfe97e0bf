/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CommandLinesTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void execute_success_exitsZeroAndAnswersOnStandardOutput() {
        assertThat(run(() -> 0, "--bootstrap-server", "b:1")).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void execute_failure_exitsOneWithOneLine() {
        int status = run(
                () -> {
                    throw new CommandFailure("no topic\n  flights");
                },
                "--bootstrap-server",
                "b:1");

        assertThat(status).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tool: no topic flights");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void execute_failureVerbose_addsTheStackTrace() {
        int status = run(
                () -> {
                    throw new CommandFailure("no topic flights");
                },
                "--verbose",
                "--bootstrap-server",
                "b:1");

        assertThat(status).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("tool: no topic flights")
                .contains("\tat " + getClass().getName());
    }

    @Test
    void execute_unknownOption_exitsTwo() {
        assertThat(run(() -> 0, "--nonsense")).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("tool: Unknown option: '--nonsense'", "Try 'tool --help'.");
    }

    @Test
    void clientConfig_noServerNamed_isWrongUsage() {
        assertThat(run(() -> 0)).isEqualTo(2);
        assertThat(err.toString()).contains("give --bootstrap-server");
    }

    @Test
    void timeout_notPositive_isWrongUsage() {
        assertThat(run(() -> 0, "--bootstrap-server", "b:1", "--timeout-ms", "0"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--timeout-ms must be >= 1, was 0");
    }

    @Test
    void clientConfig_fileAndProperties_laterOnesWin(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("client.properties"), "bootstrap.servers=a:1\nlinger.ms=5\nx=1\n");
        Tool tool = new Tool(() -> 0);

        int status =
                CommandLines.create(tool).execute("--command-config", file.toString(), "--command-property", "x=2");

        assertThat(status).isZero();
        assertThat(tool.seen).isEqualTo(Map.of("bootstrap.servers", "a:1", "linger.ms", "5", "x", "2"));
    }

    @Test
    void clientConfig_fileMissing_exitsOne() {
        assertThat(run(() -> 0, "--command-config", "gone.properties")).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("tool: no such file: gone.properties" + System.lineSeparator());
    }

    @Test
    void message_wrappedFailures_tellTheRealOne() {
        assertThat(CommandLines.message(new ExecutionException(new TimeoutException("no broker"))))
                .isEqualTo("no broker");
        assertThat(CommandLines.message(new KafkaException("no client", new IllegalStateException("bad port"))))
                .isEqualTo("no client: bad port");
        assertThat(CommandLines.message(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    private int run(Callable<Integer> action, String... arguments) {
        CommandLine line = CommandLines.create(new Tool(action))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    @Command(name = "tool")
    private static final class Tool implements Callable<Integer> {
        @Mixin
        private final ConnectionOptions connection = new ConnectionOptions();

        @Mixin
        private final OutputOptions output = new OutputOptions();

        private final Callable<Integer> action;
        private Map<String, Object> seen = Map.of();

        Tool(Callable<Integer> action) {
            this.action = action;
        }

        @Override
        public Integer call() throws Exception {
            seen = connection.clientConfig();
            connection.timeout();
            return action.call();
        }
    }
}
