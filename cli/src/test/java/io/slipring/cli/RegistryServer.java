/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.testkit.JavaProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A schema registry in a process of its own, unpacked by the build, which keeps its schemas in a file over restarts. */
final class RegistryServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(90);

    private final Path folder;
    private final int port;
    private JavaProcess process;

    private RegistryServer(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    static RegistryServer start(Path folder) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        RegistryServer server = new RegistryServer(folder, port);
        server.start();
        return server;
    }

    /** Starts it, also again, with what it knew. */
    void start() throws IOException {
        process = JavaProcess.of("io.quarkus.runner.GeneratedMain")
                .classPath(List.of(jar()))
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .env("QUARKUS_HTTP_HOST", "127.0.0.1")
                .env("QUARKUS_HTTP_PORT", Integer.toString(port))
                .env("REGISTRY_DATASOURCE_URL", "jdbc:h2:file:" + folder.resolve("registry") + ";WRITE_DELAY=0")
                .output(folder.resolve("registry.log"))
                .start();
        process.awaitOutput("Listening on: http://127.0.0.1:" + port, START);
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target", "registry"))) {
            return files.filter(file -> file.toString().endsWith("-runner.jar"))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalStateException("no registry in target/registry; mvn verify unpacks it"));
        }
    }

    void stop() {
        process.terminate();
        process.awaitExit(START);
    }

    String url() {
        return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
    }

    /** Lets only schemas into a subject that can read what its last one wrote. */
    void requireBackward(String subject) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url() + "/config/" + subject))
                                .timeout(Duration.ofSeconds(10))
                                .header("Content-Type", "application/json")
                                .PUT(HttpRequest.BodyPublishers.ofString("{\"compatibility\":\"BACKWARD\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @Override
    public void close() {
        process.close();
    }
}
