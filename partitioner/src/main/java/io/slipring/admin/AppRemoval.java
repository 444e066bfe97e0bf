/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.errors.RingGrowthException;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** Takes away the registration of an application that is gone for good. Thread-safe. */
public final class AppRemoval {
    private final StreamsGroups groups;
    private final ControlTopicConfig control;

    /**
     * Works on one cluster.
     *
     * @param admin stays the caller's
     */
    public AppRemoval(Admin admin, ControlTopicConfig control) {
        this.groups = new StreamsGroups(admin);
        this.control = control;
    }

    /**
     * Requires that the application has no running instance.
     *
     * @throws RingGrowthException if its group has members
     */
    public void requireStopped(String applicationId) {
        if (!groups.isEmpty(applicationId, Deadline.in(control.timeout()))) {
            throw new RingGrowthException(
                    "Application " + applicationId + " is running: its group has members; stop it first, or leave it"
                            + " registered, as its topics must grow with the ring",
                    List.of(),
                    null);
        }
    }

    /**
     * Removes its registration and what its tasks reported, if it has no running instance.
     *
     * @return whether there was anything to remove
     * @throws RingGrowthException if its group has members
     */
    public boolean remove(String ring, String applicationId) {
        requireStopped(applicationId);
        try (ControlPlane plane = ControlPlane.of(control)) {
            return plane.forget(ring, applicationId);
        }
    }
}
