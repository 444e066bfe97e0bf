/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Epoch;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Key of a record in the control topic, in UTF-8. */
sealed interface ControlKey {
    /** The key as text. */
    String text();

    /** The key as written. */
    default byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /** {@code ring/<name>/<epoch>}: a ring definition. */
    record RingKey(String ring, Epoch epoch) implements ControlKey {
        public RingKey {
            Names.require("ring", ring);
        }

        @Override
        public String text() {
            return "ring/" + ring + "/" + epoch.value();
        }
    }

    /** {@code app/<ring>/<application.id>}: an application's registration. */
    record AppKey(String ring, String applicationId) implements ControlKey {
        public AppKey {
            Names.require("ring", ring);
            Names.require("applicationId", applicationId);
        }

        @Override
        public String text() {
            return "app/" + ring + "/" + applicationId;
        }
    }

    /** {@code task/<ring>/<application.id>/<partition>}: progress of one task. */
    record TaskKey(String ring, String applicationId, int partition) implements ControlKey {
        public TaskKey {
            Names.require("ring", ring);
            Names.require("applicationId", applicationId);
            if (partition < 0) {
                throw new IllegalArgumentException("partition must be >= 0, was " + partition);
            }
        }

        @Override
        public String text() {
            return "task/" + ring + "/" + applicationId + "/" + partition;
        }
    }

    /** Whether it is about this application of this ring. */
    default boolean isOf(String ring, String applicationId) {
        String name = ring + "/" + applicationId;
        return text().equals("app/" + name) || text().startsWith("task/" + name + "/");
    }

    /** {@code hot/<ring>/<client>}: what one producer saw. */
    record HotKey(String ring, String client) implements ControlKey {
        public HotKey {
            Names.require("ring", ring);
            Names.require("client", client);
        }

        @Override
        public String text() {
            return "hot/" + ring + "/" + client;
        }
    }

    /** {@code erased/<ring>/<application.id>/<token>}: that a key's state was erased; the token in 16 hex digits. */
    record ErasedKey(String ring, String applicationId, long token) implements ControlKey {
        public ErasedKey {
            Names.require("ring", ring);
            Names.require("applicationId", applicationId);
        }

        @Override
        public String text() {
            return "erased/" + ring + "/" + applicationId + "/" + HexFormat.of().toHexDigits(token);
        }
    }

    /**
     * Reads a key; empty if it is none of ours, as another version may have written it. Numbers count only as we write them:
     * {@code +7} or {@code 07} would be a second key of epoch 7, which compaction keeps beside the first.
     */
    static Optional<ControlKey> parse(byte[] key) {
        String text = new String(key, StandardCharsets.UTF_8);
        return parse(text.split("/", -1)).filter(parsed -> parsed.text().equals(text));
    }

    private static Optional<ControlKey> parse(String[] parts) {
        try {
            return switch (parts[0] + parts.length) {
                case "ring3" -> Optional.of(new RingKey(parts[1], new Epoch(Integer.parseInt(parts[2]))));
                case "app3" -> Optional.of(new AppKey(parts[1], parts[2]));
                case "task4" -> Optional.of(new TaskKey(parts[1], parts[2], Integer.parseInt(parts[3])));
                case "erased4" ->
                    Optional.of(new ErasedKey(parts[1], parts[2], HexFormat.fromHexDigitsToLong(parts[3])));
                case "hot3" -> Optional.of(new HotKey(parts[1], parts[2]));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
