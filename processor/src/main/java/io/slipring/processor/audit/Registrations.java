/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.errors.SlipringException;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Applications as the control topic knows them. */
final class Registrations {
    private static final String HOME_CHANGELOG = "-home-changelog";

    private Registrations() {}

    /**
     * Finds an application.
     *
     * @param ring name of its ring; may be left out if it is bound to one only
     * @throws SlipringException if there is none, or more than one
     */
    static AppRegistration find(ControlSnapshot snapshot, String applicationId, Optional<String> ring) {
        List<AppRegistration> apps = snapshot.apps().stream()
                .filter(app -> app.getApplicationId().equals(applicationId))
                .filter(app -> ring.map(app.getRing()::equals).orElse(true))
                .toList();
        if (apps.isEmpty()) {
            throw new SlipringException("application " + applicationId + " is not registered"
                    + ring.map(name -> " with ring " + name).orElse("") + "; there are "
                    + snapshot.apps().stream()
                            .map(app -> app.getApplicationId() + " (ring " + app.getRing() + ")")
                            .collect(Collectors.joining(", ", "[", "]")));
        }
        if (apps.size() > 1) {
            throw new SlipringException("application " + applicationId
                    + " is bound to several rings, name one with --ring: "
                    + apps.stream().map(AppRegistration::getRing).collect(Collectors.joining(", ")));
        }
        return apps.get(0);
    }

    /** The changelog topic of its home state. */
    static String homeTopic(AppRegistration app) {
        return app.getChangelogTopics().stream()
                .filter(topic -> topic.endsWith(HOME_CHANGELOG))
                .findFirst()
                .orElseThrow(() -> new SlipringException("application " + app.getApplicationId()
                        + " has registered no topic that ends with " + HOME_CHANGELOG + ", but "
                        + app.getChangelogTopics() + "; start it once with this version"));
    }
}
