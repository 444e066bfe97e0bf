/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpsServerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private volatile State state = State.CREATED;
    private boolean closed;
    private final OpsServer ops = OpsServer.open(ANY_PORT, () -> state, new Apples());

    @AfterEach
    void close() {
        ops.close();
    }

    @ParameterizedTest
    @CsvSource({
        "CREATED, 200, 503",
        "REBALANCING, 200, 503",
        "RUNNING, 200, 200",
        "PENDING_ERROR, 503, 503",
        "ERROR, 503, 503",
        "NOT_RUNNING, 503, 503"
    })
    void health_state_isToldByStatusAndText(State now, int live, int ready) throws Exception {
        state = now;

        assertThat(get(OpsServer.LIVE).statusCode()).isEqualTo(live);
        HttpResponse<String> answer = get(OpsServer.READY);
        assertThat(answer.statusCode()).isEqualTo(ready);
        assertThat(answer.body()).isEqualTo(now + "\n");
    }

    @Test
    void metrics_whatIsMeasured_isToldInPrometheusFormat() throws Exception {
        HttpResponse<String> answer = get(OpsServer.METRICS);

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(answer.body()).contains("# TYPE apples gauge", "apples 3.0");
    }

    @ParameterizedTest
    @CsvSource({"GET, /, 404", "GET, /health/ready/more, 404", "POST, /metrics, 405", "HEAD, /health/live, 200"})
    void request_other_isRefusedByStatus(String method, String path, int status) throws Exception {
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(uri(path)).method(method, HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void open_portInUse_isRefusedWithItsSetting() {
        InetSocketAddress used = new InetSocketAddress(InetAddress.getLoopbackAddress(), ops.port());

        assertThatThrownBy(() -> OpsServer.open(used, () -> state, new Apples()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("slipring.http.listen")
                .hasMessageContaining(String.valueOf(ops.port()));
    }

    @Test
    void close_meters_areClosedToo() {
        ops.close();

        assertThat(closed).isTrue();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private URI uri(String path) {
        return URI.create("http://" + ANY_PORT.getHostString() + ":" + ops.port() + path);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
    }

    private final class Apples implements MeterBinder, AutoCloseable {
        @Override
        public void bindTo(MeterRegistry registry) {
            Gauge.builder("apples", () -> 3).register(registry);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
