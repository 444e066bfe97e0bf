/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.cli.command.ClusterTopics;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.input.InputFormat;
import io.slipring.cli.input.Inputs;
import io.slipring.cli.input.KeyedRow;
import io.slipring.cli.input.KeyedRows;
import io.slipring.cli.input.MalformedRowException;
import io.slipring.cli.input.RowProjection;
import io.slipring.cli.ring.RingOptions;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends the rows of a file or of standard input to a topic, each to its key's shard. */
@Command(
        name = "produce",
        description = {
            "Send the rows of a CSV or NDJSON input to a topic through the ring.",
            "A row becomes a JSON object or an Avro record; its key is text. Lines are sent as they are read."
        })
public final class ProduceCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Mixin
    private final InputOptions input = new InputOptions();

    @Mixin
    private final FormatOptions formats = new FormatOptions();

    @Option(names = "--topic", required = true, description = "Topic to send to. Must exist.")
    private String topic = "";

    @Option(
            names = "--value",
            paramLabel = "COLUMN",
            split = ",",
            description = "Columns that the value keeps, by comma; all by default.")
    private List<String> value = new ArrayList<>();

    @Option(
            names = "--partitioner",
            paramLabel = "ring|default",
            defaultValue = "ring",
            description = "ring: each row to its key's shard. default: as Kafka does. (default ${DEFAULT-VALUE})")
    private PartitionerChoice partitioner = PartitionerChoice.RING;

    @Option(names = "--rate", paramLabel = "N", defaultValue = "0", description = "Rows per second; 0 for no limit.")
    private double rate;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = STANDARD_INPUT,
            description = "A file, also one that ends in .gz; standard input if left out or '-'.")
    private String file = STANDARD_INPUT;

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        long start = System.nanoTime();
        Summary summary = produce(err);
        long millis = (System.nanoTime() - start) / 1_000_000;
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.text(summary.json(topic, millis)));
        } else {
            out.println(summary.text(topic, millis));
        }
        out.flush();
        return 0;
    }

    private Summary produce(PrintWriter err) throws IOException {
        Consumer<MalformedRowException> skip = bad -> {
            err.println("skipped " + bad.getMessage());
            err.flush();
        };
        Set<String> needed = new LinkedHashSet<>(input.key());
        needed.addAll(value);
        RowProjection projection = new RowProjection(input.key(), value);
        // The cluster first: nobody should type a row before a mistyped topic is found.
        RowValues values = formats.values(topic, connection.clientConfig(), format() == InputFormat.CSV);
        try (RowSender sender = sender(values);
                InputStream in = open();
                KeyedRows rows = new KeyedRows(
                        Inputs.rows(in, format(), List.copyOf(needed)), projection, input.skipBad() ? skip : null)) {
            RowsAhead ahead = new RowsAhead(rows);
            values.begin(ahead.peek(values.sample()));
            Pacer pacer = Pacer.atRate(rate);
            long unfit = 0;
            for (KeyedRow row = ahead.next(); row != null; row = ahead.next()) {
                pacer.await();
                unfit += send(sender, row, input.skipBad() ? skip : null);
            }
            sender.finish();
            return new Summary(sender.acknowledged(), rows.skipped() + unfit, sender.acknowledgedByPartition());
        } catch (MalformedRowException e) {
            throw new CommandFailure(
                    e.getMessage() + "; rows before it were sent, --skip-bad goes on behind such lines", e);
        }
    }

    /** Sends a row; returns 1 if it doesn't fit the format and is left out. */
    private static int send(RowSender sender, KeyedRow row, @Nullable Consumer<MalformedRowException> skip)
            throws MalformedRowException {
        try {
            sender.send(row);
            return 0;
        } catch (CommandFailure e) {
            if (!(e.getCause() instanceof SerializationException unfit)) {
                throw e;
            }
            MalformedRowException bad = new MalformedRowException(row.line(), String.valueOf(unfit.getMessage()));
            if (skip == null) {
                throw bad;
            }
            skip.accept(bad);
            return 1;
        }
    }

    private RowSender sender(RowValues values) {
        Map<String, Object> client = connection.clientConfig();
        try (Admin admin = Admin.create(connection.adminConfig())) {
            ClusterTopics.require(admin, Set.of(topic), connection.timeout());
        }
        Map<String, Object> settings = new LinkedHashMap<>(ProducerSettings.reliable());
        settings.putAll(client);
        settings.putAll(partitioner.settings(
                () -> ring.nameForTopic(topic, ring.control(client, connection.timeout())), ring.topic()));
        return new RowSender(new KafkaProducer<>(settings, formats.keys(topic, client), values), topic);
    }

    private InputFormat format() {
        return input.format().orElseGet(() -> InputFormat.of(file));
    }

    private InputStream open() throws IOException {
        if (!file.equals(STANDARD_INPUT)) {
            return openFile(Path.of(file));
        }
        return new FilterInputStream(System.in) {
            @Override
            public void close() {
                // not ours to close
            }
        };
    }

    private static InputStream openFile(Path path) throws IOException {
        if (!Files.isReadable(path)) {
            throw new CommandFailure("cannot read the file " + path);
        }
        return Inputs.open(path);
    }

    /** What was done. */
    private record Summary(long records, long skipped, Map<Integer, Long> partitions) {
        Map<String, Object> json(String topic, long millis) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("topic", topic);
            json.put("records", records);
            json.put("skipped", skipped);
            json.put("millis", millis);
            json.put("recordsByPartition", partitions);
            return json;
        }

        String text(String topic, long millis) {
            return "%,d records sent to topic %s in %.1f s, %,d malformed rows skipped"
                    .formatted(records, topic, millis / 1e3, skipped);
        }
    }
}
