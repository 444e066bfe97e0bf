/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slipring.ring.source.Deadline;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * A client of Confluent's REST API for schemas, which other registries serve too. A schema is fetched once: what a number
 * stands for never changes. Each call takes about {@value #CALL_MS} ms at most, over all its tries: less than Kafka Streams'
 * transactions last. Thread-safe.
 */
public final class SchemaRegistry implements SchemaLookup {
    private static final int CALL_MS = 5_000;
    private static final Duration REQUEST = Duration.ofSeconds(3);

    /** What a request is given however little is left, so that its answer is told and not that time was short. */
    private static final Duration LAST_REQUEST = Duration.ofSeconds(1);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(1);

    /** How long a number counts as unknown without asking again, so that a flood of such records doesn't crawl. */
    private static final Duration UNKNOWN_FOR = Duration.ofSeconds(10);

    private static final int MAX_UNKNOWN = 1_024;

    private static final int SCHEMA_NOT_FOUND = 40403;
    private static final String JSON = "application/vnd.schemaregistry.v1+json";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final RegistryConfig config;
    private final Duration call;
    private final HttpClient http;
    private final Map<Integer, Schema> known = new ConcurrentHashMap<>();
    private final Map<Integer, Long> unknown = new ConcurrentHashMap<>();

    /** Connects to nothing yet. */
    public SchemaRegistry(RegistryConfig config) {
        this(config, Duration.ofMillis(CALL_MS));
    }

    SchemaRegistry(RegistryConfig config, Duration call) {
        this.config = config;
        this.call = call;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(REQUEST)
                .followRedirects(HttpClient.Redirect.NORMAL);
        config.ssl().ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    @Override
    public Schema schema(int id) {
        Schema schema = known.get(id);
        if (schema == null) {
            schema = fetch(id);
            known.put(id, schema);
        }
        return schema;
    }

    private Schema fetch(int id) {
        Long until = unknown.get(id);
        if (id < 0) {
            throw unknown(id);
        }
        if (until != null && System.nanoTime() - until < 0) {
            throw unknown(id);
        }
        Answer answer = ask("schema id " + id, "/schemas/ids/" + id, null);
        if (answer.is(404)) {
            if (unknown.size() >= MAX_UNKNOWN) {
                unknown.clear();
            }
            unknown.put(id, System.nanoTime() + UNKNOWN_FOR.toNanos());
            throw unknown(id);
        }
        unknown.remove(id);
        return parse(id, answer.body());
    }

    private static UnknownSchemaIdException unknown(int id) {
        return new UnknownSchemaIdException("the registry has no schema of id " + id);
    }

    private Schema parse(int id, JsonNode body) {
        String type = body.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new SerializationException("schema id " + id + " is of type " + type + ", not AVRO");
        }
        try {
            Schema.Parser parser = lenient();
            learn(parser, body.path("references"));
            return parser.parse(body.path("schema").asText());
        } catch (AvroRuntimeException e) {
            throw new SerializationException("schema id " + id + " is no Avro schema: " + e.getMessage(), e);
        }
    }

    /** Other languages' libraries are less strict than Java's with names and defaults; a schema that is in use is read. */
    private static Schema.Parser lenient() {
        return new Schema.Parser(NameValidator.NO_VALIDATION).setValidateDefaults(false);
    }

    /** Reads what a schema refers to, deepest first. */
    private void learn(Schema.Parser parser, JsonNode references) {
        for (JsonNode reference : references) {
            if (parser.getTypes().containsKey(reference.path("name").asText())) {
                continue;
            }
            String path = "/subjects/" + encoded(reference.path("subject").asText()) + "/versions/"
                    + reference.path("version").asInt();
            Answer answer = ask("a referenced schema", path, null);
            if (answer.is(404)) {
                throw new SerializationException(
                        "a schema refers to " + reference.path("name").asText() + ", which the registry doesn't have");
            }
            learn(parser, answer.body().path("references"));
            parser.parse(answer.body().path("schema").asText());
        }
    }

    /**
     * Registers a schema under a subject, or finds it there.
     *
     * @return its number
     * @throws SchemaRefusedException if the registry doesn't take it
     * @throws RegistryUnavailableException if it doesn't answer in time
     */
    public int register(String subject, Schema schema) {
        ObjectNode request = MAPPER.createObjectNode().put("schema", schema.toString());
        Answer answer = ask("subject " + subject, "/subjects/" + encoded(subject) + "/versions", request.toString());
        if (answer.status() != 200) {
            throw new SchemaRefusedException("the registry refuses the schema for subject %s (%d): %s"
                    .formatted(
                            subject,
                            answer.status(),
                            answer.body().path("message").asText("no reason given")));
        }
        int id = answer.body().path("id").asInt();
        known.put(id, schema);
        return id;
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** An answer that settles the question. */
    private record Answer(int status, JsonNode body) {
        boolean is(int wanted) {
            return status == wanted;
        }
    }

    /** Asks until there is an answer that settles it. */
    private Answer ask(String what, String path, @Nullable String body) {
        Deadline deadline = Deadline.in(call);
        Duration pause = FIRST_PAUSE;
        String last = "";
        Throwable cause = null;
        while (true) {
            for (URI url : config.urls()) {
                try {
                    HttpResponse<String> response = http.send(
                            request(url, path, body, deadline),
                            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
                    Answer answer = answer(response);
                    if (settles(answer, body != null)) {
                        return answer;
                    }
                    last = url + " answers " + response.statusCode() + remedy(response.statusCode());
                    cause = null;
                } catch (IOException e) {
                    last = url + ": " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
                    cause = e;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw interrupted(what, e);
                }
            }
            if (deadline.remaining().compareTo(pause) <= 0) {
                throw new RegistryUnavailableException(
                        "the schema registry can't be asked for " + what + ": " + last, cause);
            }
            try {
                deadline.pause(pause);
            } catch (InterruptException e) {
                throw interrupted(what, e);
            }
            pause = pause.multipliedBy(2).compareTo(LAST_PAUSE) > 0 ? LAST_PAUSE : pause.multipliedBy(2);
        }
    }

    /** No reason to give a record up, either. */
    private static RegistryUnavailableException interrupted(String what, Exception e) {
        return new RegistryUnavailableException("interrupted while asking the schema registry for " + what, e);
    }

    private static String remedy(int status) {
        return switch (status) {
            case 401, 403 -> "; check " + RegistryConfig.USER_INFO_CONFIG;
            case 404 -> " as no registry does; check " + RegistryConfig.URL_CONFIG;
            default -> "";
        };
    }

    private HttpRequest request(URI url, String path, @Nullable String body, Deadline deadline) {
        Duration left = deadline.remaining();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(left.compareTo(LAST_REQUEST) < 0 ? LAST_REQUEST : left.compareTo(REQUEST) < 0 ? left : REQUEST)
                .header("Accept", JSON + ", application/json");
        config.authorization().ifPresent(value -> request.header("Authorization", value));
        if (body != null) {
            request.header("Content-Type", JSON).POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return request.build();
    }

    private static Answer answer(HttpResponse<String> response) {
        try {
            JsonNode body = MAPPER.readTree(response.body());
            return new Answer(response.statusCode(), body == null ? MAPPER.nullNode() : body);
        } catch (JsonProcessingException e) {
            return new Answer(response.statusCode(), MAPPER.nullNode());
        }
    }

    /** A 404 without the registry's own code is of a wrong address or a proxy, and says nothing about a schema. */
    private static boolean settles(Answer answer, boolean registering) {
        return switch (answer.status()) {
            case 200 -> answer.body().isObject();
            case 404 -> !registering && answer.body().path("error_code").asInt() / 100 == SCHEMA_NOT_FOUND / 100;
            case 409, 422 -> registering;
            default -> false;
        };
    }
}
