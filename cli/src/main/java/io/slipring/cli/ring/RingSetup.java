/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlTopic;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.RingPublisher;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;

/** Brings a new ring into a cluster. */
public final class RingSetup {
    private RingSetup() {}

    /**
     * Publishes the first epoch of a ring, and creates the control topic before if it is missing.
     *
     * @param replicationFactor of the control topic; empty for the brokers' default
     * @throws io.slipring.errors.RingConflictException if the ring exists
     */
    public static void publish(Admin admin, ControlTopicConfig control, Ring first, Optional<Short> replicationFactor) {
        boolean unused = ControlTopic.ensure(admin, control, replicationFactor);
        new RingPublisher(control).publish(first, Optional.empty());
    }
}
