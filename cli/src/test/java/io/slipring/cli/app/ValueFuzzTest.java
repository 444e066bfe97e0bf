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
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is in a record or in the properties file is read, or refused by name. */
class ValueFuzzTest {
    private static final byte[] OBJECT =
            "{\"a\":[1,{\"delay\":3}],\"delay\":\" -11.5 \",\"b\":\"\\u00e9\",\"c\":null}".getBytes(UTF_8);

    @TempDir
    private Path folder;

    @Test
    void json_damaged_isReadOrRefused() {
        for (Optional<String> field : java.util.List.of(Optional.of("delay"), Optional.<String>empty())) {
            Fuzz.of("ValueFormat.JSON " + field, bytes -> Stats.of(ValueFormat.JSON.number(bytes, field)))
                    .sample(OBJECT)
                    .sample("{\"delay\":1.25e2}".getBytes(UTF_8))
                    .sample("{\"delay\":1}".getBytes(Charset.forName("UTF-32BE")))
                    .sample("{\"delay\":1}".getBytes(Charset.forName("UTF-16LE")))
                    .refuses(SerializationException.class)
                    .run();
        }
    }

    @Test
    void number_damaged_isReadOrRefused() {
        Fuzz.of("ValueFormat.NUMBER", bytes -> Stats.of(ValueFormat.NUMBER.number(bytes, Optional.empty())))
                .sample("14".getBytes(UTF_8))
                .sample(" -2.5e3 ".getBytes(UTF_8))
                .sample("0.000001".getBytes(UTF_8))
                .refuses(SerializationException.class)
                .run();
    }

    @Test
    void key_damaged_isReadAsWrittenOrRefused() {
        Fuzz.of("KeyFormat.STRING", bytes -> {
                    KeyFormat.STRING.check(bytes);
                    assertThat(KeyFormat.STRING.text(bytes).getBytes(UTF_8)).isEqualTo(bytes);
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
                        slipring.input.value.field=d\\u00e9lay
                        slipring.aggregate=stats
                        slipring.output.topic=delays
                        """.getBytes(UTF_8))
                .sample("""
                        application.id=a
                        bootstrap.servers=b:1
                        slipring.ring=r
                        slipring.ring.timeout.ms=7
                        slipring.input.topic=i
                        slipring.input.key.format=bytes
                        slipring.input.value.format=number
                        slipring.output.topic=o
                        slipring.dead.letter.topic=d
                        """.getBytes(UTF_8))
                .refuses(ConfigException.class)
                .refuses(CommandFailure.class)
                .run();
    }
}
