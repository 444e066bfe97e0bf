/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.CommandFailure;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.RingSourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which ring a command is about. */
public final class RingOptions {
    @Option(
            names = "--ring",
            paramLabel = "NAME",
            description = "Name of the ring; may be left out where there is one only.")
    private @Nullable String ring;

    @Option(
            names = "--ring-topic",
            paramLabel = "TOPIC",
            defaultValue = RingSourceConfig.TOPIC_DEFAULT,
            description = "Topic that holds the rings (default ${DEFAULT-VALUE}).")
    private String topic = RingSourceConfig.TOPIC_DEFAULT;

    /** The ring's name as given; null if it was left out. */
    public @Nullable String given() {
        return ring;
    }

    /** Topic that holds the rings. */
    public String topic() {
        return topic;
    }

    /** The control topic at a cluster. */
    public ControlTopicConfig control(Map<String, Object> client, Duration timeout) {
        return new ControlTopicConfig(topic, timeout, client);
    }

    /**
     * The ring that is meant: the one named, or the only one.
     *
     * @throws CommandFailure if none is named and there are several
     * @throws io.slipring.errors.RingNotFoundException if it does not exist
     */
    public Ring choose(ControlSnapshot snapshot) {
        if (ring == null && snapshot.rings().size() > 1) {
            throw new CommandFailure("there are several rings, name one with --ring: "
                    + String.join(", ", snapshot.rings().keySet()));
        }
        return snapshot.ring(
                ring != null
                        ? ring
                        : snapshot.rings().isEmpty() ? "" : snapshot.rings().firstKey());
    }

    /**
     * Name of the ring that routes a topic: the one named, or the only one that lists the topic.
     *
     * @throws CommandFailure if none is named, and not exactly one lists the topic
     */
    public String nameForTopic(String routed, ControlTopicConfig control) {
        if (ring != null) {
            return ring;
        }
        try (ControlPlane plane = ControlPlane.of(control)) {
            List<String> names = plane.read().rings().values().stream()
                    .map(epochs -> epochs.lastEntry().getValue())
                    .filter(candidate -> candidate.topics().contains(routed))
                    .map(Ring::name)
                    .toList();
            if (names.size() != 1) {
                throw new CommandFailure(
                        names.isEmpty()
                                ? "no ring routes topic " + routed + "; create one with 'ring create --topic " + routed
                                        + "', or name one with --ring"
                                : "several rings route topic " + routed + ", name one with --ring: "
                                        + String.join(", ", names));
            }
            return names.get(0);
        }
    }
}
