/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.PropertiesFiles;
import io.slipring.processor.aggregate.Stats;
import io.slipring.testkit.Fuzz;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is in a record or in the properties file is read, or refused by name. */
class ValueFuzzTest {
    private static final byte[] OBJECT =
            "{\"a\":[1,{\"delay\":3}],\"delay\":\" -11.5 \",\"b\":\"\\u00e9\",\"c\":null}".getBytes(UTF_8);

    @TempDir
    private Path folder;

    @Test
    void json_damaged_isReadOrRefused() {
        List<List<Wanted>> wishes = List.of(
                List.of(new Wanted("delay", Wanted.As.NUMBER)),
                List.of(),
                List.of(new Wanted("b", Wanted.As.TEXT), new Wanted("delay", Wanted.As.DOUBLE)));
        for (List<Wanted> wanted : wishes) {
            Fuzz.of("ValueFormat.JSON " + wanted, bytes -> {
                        Fields fields = Values.read(ValueFormat.JSON, bytes, wanted);
                        for (int i = 0; i < wanted.size(); i++) {
                            assertThat(fields.json(i)).isNotEmpty();
                            if (wanted.get(i).as() != Wanted.As.TEXT) {
                                Stats.of(fields.number(i));
                            }
                        }
                    })
                    .sample(OBJECT)
                    .sample("{\"delay\":1.25e2,\"b\":false}".getBytes(UTF_8))
                    .sample("{\"delay\":1,\"b\":2}".getBytes(Charset.forName("UTF-32BE")))
                    .sample("{\"delay\":1,\"b\":2}".getBytes(Charset.forName("UTF-16LE")))
                    .refuses(SerializationException.class)
                    .run();
        }
    }

    @Test
    void number_damaged_isReadOrRefused() {
        Fuzz.of(
                        "ValueFormat.NUMBER",
                        bytes -> Stats.of(Values.read(ValueFormat.NUMBER, bytes, List.of())
                                .number(0)))
                .sample("14".getBytes(UTF_8))
                .sample(" -2.5e3 ".getBytes(UTF_8))
                .sample("0.000001".getBytes(UTF_8))
                .refuses(SerializationException.class)
                .run();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void aggregates_damaged_areReadOrRefusedWithTheirPlace() {
        Fuzz.of("AggregatesParser", bytes -> {
                    String text = new String(bytes, UTF_8);
                    try {
                        CombinedAggregation.of(AggregatesParser.parse(text));
                    } catch (ExpressionException e) {
                        assertThat(e.illustration().lines().toList().get(1).length())
                                .isBetween(3, text.length() + 3);
                        throw e;
                    }
                })
                .sample("count, sum(delay) as total, mean(delay), p99.9(delay), distinct(\"to\")".getBytes(UTF_8))
                .sample("top(a-b.c, 3) AS x, set( y , 10 ), last(z), median(w),stddev(w)".getBytes(UTF_8))
                .refuses(ExpressionException.class)
                .allocates(1_024, 1 << 20)
                .run();
    }

    @Test
    void key_damaged_isReadAsWrittenOrRefused() {
        Fuzz.of("PlainKey.STRING", bytes -> {
                    PlainKey.STRING.check(bytes);
                    assertThat(PlainKey.STRING.text(bytes).getBytes(UTF_8)).isEqualTo(bytes);
                })
                .sample("MCI|MDW".getBytes(UTF_8))
                .sample("ключ-ü-𝛼".getBytes(UTF_8))
                .refuses(SerializationException.class)
                .run();
    }

    @Test
    void config_damaged_isReadOrRefused() {
        Path file = folder.resolve("app.properties");
        Fuzz.of("AppConfig", bytes -> {
                    Files.write(file, bytes);
                    Map<String, String> settings = PropertiesFiles.read(file);
                    assertThat(AppConfig.parse(settings).settings()).isEqualTo(settings);
                })
                .sample("""
                        # a comment
                        application.id=delays
                        bootstrap.servers=localhost\\:9092
                        slipring.ring=flights
                        slipring.input.topic=flights
                        slipring.value.field=d\\u00e9lay
                        slipring.aggregate=stats
                        slipring.output.topic=delays
                        """.getBytes(UTF_8))
                .sample("""
                        application.id=a
                        bootstrap.servers=b:1
                        slipring.ring=r
                        slipring.ring.timeout.ms=7
                        slipring.input.topic=i
                        slipring.key.format=bytes
                        slipring.value.format=number
                        slipring.output.topic=o
                        slipring.dead.letter.topic=d
                        """.getBytes(UTF_8))
                .sample("""
                        application.id=a
                        bootstrap.servers=b:1
                        slipring.ring=r
                        slipring.input.topic=i
                        slipring.aggregates=count, sum(delay) as total, p99(delay)
                        slipring.output.topic=o
                        """.getBytes(UTF_8))
                .refuses(ConfigException.class)
                .refuses(CommandFailure.class)
                .run();
    }
}
