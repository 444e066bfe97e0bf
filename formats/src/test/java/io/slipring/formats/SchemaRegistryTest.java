/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the client makes of answers that a real registry gives rarely. */
class SchemaRegistryTest {
    private static final String FLIGHT =
            "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"F\\\",\\\"fields\\\":[]}\"}";

    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> answers = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;

    /** Answers with what is next, the last one again and again: a status, a space and a body. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            String answer = answers.size() > 1 ? answers.remove(0) : answers.get(0);
            byte[] body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/base/";
    }

    private SchemaRegistry registry(Map<String, String> more) {
        return registry(more, Duration.ofMillis(800));
    }

    private SchemaRegistry registry(Map<String, String> more, Duration call) {
        Map<String, String> settings = new HashMap<>(more);
        settings.putIfAbsent("schema.registry.url", url());
        return new SchemaRegistry(RegistryConfig.parse(settings), call);
    }

    private SchemaRegistry registry() {
        return registry(Map.of());
    }

    @Test
    void schema_askedTwice_isFetchedOnce() {
        answers.add("200 " + FLIGHT);
        SchemaRegistry registry = registry();

        assertThat(registry.schema(7).getName()).isEqualTo("F");
        assertThat(registry.schema(7).getName()).isEqualTo("F");

        assertThat(requests).containsExactly("GET /base/schemas/ids/7 null");
    }

    @Test
    void schema_transientFailures_areTriedAgain() {
        answers.addAll(List.of("500 ", "503 oops", "429 {}", "200 <html>a proxy</html>", "200 " + FLIGHT));

        assertThat(registry(Map.of(), Duration.ofSeconds(60)).schema(7).getName())
                .isEqualTo("F");
    }

    @Test
    void schema_unknownId_isToldAtOnceAndRemembered() {
        answers.add("404 {\"error_code\":40403,\"message\":\"Schema not found\"}");
        SchemaRegistry registry = registry();

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> registry.schema(9))
                    .isInstanceOf(UnknownSchemaIdException.class)
                    .hasMessage("the registry has no schema of id 9");
        }
        assertThatThrownBy(() -> registry.schema(-1)).isInstanceOf(UnknownSchemaIdException.class);

        assertThat(requests).hasSize(1);
    }

    @Test
    void schema_404OfSomethingElse_saysNothingAboutTheSchema() {
        answers.add("404 <html>no such page</html>");

        assertThatThrownBy(() -> registry().schema(9))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("answers 404 as no registry does; check schema.registry.url");
    }

    @Test
    void schema_wrongPassword_isNoDeadLetter() {
        answers.add("401 {\"error_code\":40101}");

        assertThatThrownBy(() -> registry(Map.of(
                                "basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", "me:secret"))
                        .schema(9))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("check basic.auth.user.info")
                .hasMessageNotContaining("secret");
        assertThat(requests.get(0)).endsWith(" Basic bWU6c2VjcmV0");
    }

    @Test
    void schema_nobodyAnswers_isUnavailable() {
        server.stop(0);

        assertThatThrownBy(() -> registry().schema(9))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("can't be asked for schema id 9: http://127.0.0.1:");
    }

    @Test
    void schema_firstOfTwoIsDown_secondAnswers() {
        answers.add("200 " + FLIGHT);

        assertThat(registry(Map.of("schema.registry.url", "http://127.0.0.1:1," + url()))
                        .schema(1)
                        .getName())
                .isEqualTo("F");
    }

    @Test
    void schema_withReferences_isReadWithThem() {
        answers.add("200 {\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"F\\\",\\\"fields\\\":"
                + "[{\\\"name\\\":\\\"at\\\",\\\"type\\\":\\\"a.Place\\\"}]}\","
                + "\"references\":[{\"name\":\"a.Place\",\"subject\":\"place/s\",\"version\":2}]}");
        answers.add(
                "200 {\"schema\":\"{\\\"type\\\":\\\"enum\\\",\\\"name\\\":\\\"a.Place\\\",\\\"symbols\\\":[\\\"X\\\"]}\"}");

        assertThat(registry().schema(1).getField("at").schema().getType()).isEqualTo(Schema.Type.ENUM);
        assertThat(requests.get(1)).startsWith("GET /base/subjects/place%2Fs/versions/2 ");
    }

    @Test
    void schema_notAvro_isRefused() {
        answers.add("200 {\"schema\":\"syntax = proto3\",\"schemaType\":\"PROTOBUF\"}");
        assertThatThrownBy(() -> registry().schema(3))
                .isExactlyInstanceOf(SerializationException.class)
                .hasMessage("schema id 3 is of type PROTOBUF, not AVRO");
    }

    @Test
    void register_incompatible_tellsTheRegistrysReason() {
        answers.add("409 {\"error_code\":409,\"message\":\"READER_FIELD_MISSING_DEFAULT_VALUE\"}");

        assertThatThrownBy(() -> registry().register("flights-value", Schema.create(Schema.Type.LONG)))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessage("the registry refuses the schema for subject flights-value (409):"
                        + " READER_FIELD_MISSING_DEFAULT_VALUE");
    }

    @Test
    void register_taken_isKnownFromThenOn() {
        answers.add("200 {\"id\":12}");
        SchemaRegistry registry = registry(Map.of("bearer.auth.token", "t0ken"));

        assertThat(registry.register("a b", Schema.create(Schema.Type.LONG))).isEqualTo(12);
        assertThat(registry.schema(12)).isEqualTo(Schema.create(Schema.Type.LONG));

        assertThat(requests).containsExactly("POST /base/subjects/a%20b/versions Bearer t0ken");
    }

    @Test
    void parse_wrongSettings_sayTheRule() {
        assertThatThrownBy(() -> RegistryConfig.parse(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schema.registry.url: must name the schema registry");
        assertThatThrownBy(() -> RegistryConfig.parse(Map.of("schema.registry.url", "localhost:8081")))
                .hasMessageContaining("must be http or https addresses");
        assertThatThrownBy(() -> RegistryConfig.parse(
                        Map.of("schema.registry.url", "http://h", "basic.auth.credentials.source", "USER_INFO")))
                .hasMessageContaining("basic.auth.user.info must be name:password");
        assertThat(RegistryConfig.parse(Map.of("schema.registry.url", "https://me:secret@h:1/x"))
                        .toString())
                .isEqualTo("RegistryConfig[urls=[https://h:1/x], patience=PT5M]");
    }
}
