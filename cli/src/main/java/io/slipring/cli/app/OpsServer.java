/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells over HTTP how an instance is: {@value LIVE} answers 200 unless it has failed or stopped, {@value READY} 200 while it
 * processes records, both otherwise 503, with the state of Kafka Streams as text; {@value METRICS} gives all metrics in
 * Prometheus' text format. Answers GET and HEAD only. Thread-safe.
 */
final class OpsServer implements AutoCloseable {
    static final String LIVE = "/health/live";
    static final String READY = "/health/ready";
    static final String METRICS = "/metrics";

    private static final Logger LOG = LoggerFactory.getLogger(OpsServer.class);
    private static final int BACKLOG = 16;
    /** A client that reads slowly must not hold up the next one's look at the health. */
    private static final int THREADS = 4;

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService executor;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MeterBinder meters;

    private OpsServer(HttpServer server, Supplier<KafkaStreams.State> state, MeterBinder meters) {
        this.server = server;
        this.meters = meters;
        this.executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "slipring-http");
            thread.setDaemon(true);
            return thread;
        });
        meters.bindTo(registry);
        server.setExecutor(executor);
        server.createContext(LIVE, exchange -> health(exchange, LIVE, state.get(), OpsServer::isLive));
        server.createContext(
                READY, exchange -> health(exchange, READY, state.get(), now -> now == KafkaStreams.State.RUNNING));
        server.createContext(METRICS, exchange -> answer(exchange, METRICS, 200, PROMETHEUS, registry::scrape));
        server.createContext(
                "/",
                exchange -> answer(
                        exchange,
                        exchange.getRequestURI().getPath(),
                        404,
                        TEXT,
                        () -> "not here; there are " + String.join(", ", LIVE, READY, METRICS) + "\n"));
    }

    /**
     * Begins to listen.
     *
     * @param address port 0 for any that is free
     * @param meters what to measure; closed with this if it can be
     * @throws ConfigException if the address can't be listened on
     */
    static OpsServer open(InetSocketAddress address, Supplier<KafkaStreams.State> state, MeterBinder meters) {
        try {
            OpsServer ops = new OpsServer(HttpServer.create(address, BACKLOG), state, meters);
            ops.server.start();
            LOG.info("Serving health and metrics address={} port={}", address.getHostString(), ops.port());
            return ops;
        } catch (BindException e) {
            throw unusable(address, "can't be listened on: " + e.getMessage(), e);
        } catch (IOException e) {
            throw unusable(address, "can't be listened on: " + e, e);
        }
    }

    private static ConfigException unusable(InetSocketAddress address, String why, Exception cause) {
        ConfigException refused = new ConfigException(
                AppSettings.HTTP_LISTEN_CONFIG, address.getHostString() + ":" + address.getPort(), why);
        refused.initCause(cause);
        return refused;
    }

    /** The port listened on. */
    int port() {
        return server.getAddress().getPort();
    }

    private static boolean isLive(KafkaStreams.State state) {
        return !state.hasCompletedShutdown() && state != KafkaStreams.State.PENDING_ERROR;
    }

    private static void health(
            HttpExchange exchange, String path, KafkaStreams.State state, Predicate<KafkaStreams.State> isWell)
            throws IOException {
        answer(exchange, path, isWell.test(state) ? 200 : 503, TEXT, () -> state + "\n");
    }

    private static void answer(HttpExchange exchange, String path, int status, String type, Supplier<String> body)
            throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            boolean head = method.equals("HEAD");
            if (!head && !method.equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(405, -1);
            } else if (!exchange.getRequestURI().getPath().equals(path)) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", type);
                exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
                if (!head) {
                    try (OutputStream out = exchange.getResponseBody()) {
                        out.write(bytes);
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
        if (meters instanceof AutoCloseable closeable) {
            Utils.closeQuietly(closeable, "meters");
        }
        registry.close();
    }
}
