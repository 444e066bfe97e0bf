/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.cli.command.CommandLines;
import io.slipring.testkit.Broker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;

/**
 * What one command line did.
 *
 * @param status exit code
 * @param out standard output
 * @param err standard error
 */
record CommandRun(int status, String out, String err) {
    static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CommandLines.create(new SlipringCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new CommandRun(status, out.toString(), err.toString());
    }

    /** Runs a command on the ring of a broker, which must succeed. */
    static void ring(Broker broker, String command, String... more) {
        CommandRun run = of(Stream.concat(
                        Stream.of("ring", command, "--bootstrap-server", broker.bootstrapServers()), Stream.of(more))
                .toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isZero();
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }
}
