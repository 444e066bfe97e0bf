/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.slipring.cli.app.AggregationApp;
import io.slipring.cli.app.UnknownSettings;
import io.slipring.cli.command.PropertiesFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code docker compose}: read as what reads them does, and in step with each other. */
class DeploymentTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DEPLOY = ROOT.resolve("deploy");
    private static final Path DASHBOARD = DEPLOY.resolve("grafana/dashboards/slipring.json");
    private static final Pattern METRIC = Pattern.compile("\\b(?:kafka|jvm|process)_[a-z0-9_]+");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** Names of all metrics that the dashboard asks for. */
    static Set<String> metricsOfTheDashboard() throws Exception {
        Set<String> metrics = new TreeSet<>();
        for (JsonNode expression :
                JSON.readTree(Files.readString(DASHBOARD)).get("panels").findValues("expr")) {
            Matcher matcher = METRIC.matcher(expression.asText());
            assertThat(matcher.find()).as(expression.asText()).isTrue();
            metrics.add(matcher.group());
        }
        return metrics;
    }

    @Test
    void dashboard_panels_useTheDatasourceThatIsProvisionedAndHaveMetrics() throws Exception {
        String uid = yaml("grafana/provisioning/datasources/prometheus.yml")
                .at("/datasources/0/uid")
                .asText();
        JsonNode dashboard = JSON.readTree(Files.readString(DASHBOARD));

        assertThat(dashboard.get("panels")).hasSizeGreaterThan(8).allSatisfy(panel -> {
            assertThat(panel.at("/datasource/uid").asText()).isEqualTo(uid);
            assertThat(panel.get("targets")).isNotEmpty();
        });
        assertThat(metricsOfTheDashboard()).contains("kafka_slipring_task_vnodes_to_ship");
    }

    @Test
    void compose_filesItMounts_areThere() throws Exception {
        List<String> mounted = new ArrayList<>();
        JsonNode services = YAML.readTree(Files.readString(ROOT.resolve("docker-compose.yml")))
                .get("services");
        services.forEach(service -> service.path("volumes")
                .forEach(volume -> mounted.add(volume.asText().split(":")[0])));

        assertThat(mounted)
                .filteredOn(path -> path.startsWith("./"))
                .hasSizeGreaterThan(4)
                .allSatisfy(path -> assertThat(ROOT.resolve(path)).exists());
    }

    @Test
    void prometheus_targets_areTheInstancesOfCompose() throws Exception {
        JsonNode services = YAML.readTree(Files.readString(ROOT.resolve("docker-compose.yml")))
                .get("services");
        List<String> targets = new ArrayList<>();
        yaml("prometheus.yml").findValue("targets").forEach(target -> targets.add(target.asText()));

        assertThat(targets)
                .containsExactly("app-1:9400", "app-2:9400")
                .allSatisfy(
                        target -> assertThat(services.has(target.split(":")[0])).isTrue());
    }

    @Test
    void appSettings_ofCompose_areAllKnownAndValid(@TempDir Path state) {
        Map<String, String> settings = new HashMap<>(PropertiesFiles.read(DEPLOY.resolve("app.properties")));
        assertThat(UnknownSettings.of(settings)).isEmpty();
        settings.put("bootstrap.servers", "127.0.0.1:1");
        settings.put("state.dir", state.toString());

        AggregationApp.fromSettings(settings, false).close();
    }

    private static JsonNode yaml(String file) throws Exception {
        return YAML.readTree(Files.readString(DEPLOY.resolve(file)));
    }
}
