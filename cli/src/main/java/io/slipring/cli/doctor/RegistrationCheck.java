/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.progress.GroupFacts;
import io.slipring.schemas.AppRegistration;
import java.util.ArrayList;
import java.util.List;

/** A registered application must be alive: growing waits for its topics, and its topics grow. */
final class RegistrationCheck implements Check {
    /** An application registers before its group exists. */
    private static final long GRACE_MS = 120_000;

    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        for (AppRegistration app : facts.apps()) {
            GroupFacts group = facts.groups().get(app.getApplicationId());
            boolean gone = group != null && group.state().equals(GroupFacts.NONE);
            if (!gone || facts.nowMs() - app.getRegisteredAtMs() < GRACE_MS) {
                continue;
            }
            List<String> absent = app.getChangelogTopics().stream()
                    .filter(facts.missing()::contains)
                    .toList();
            String id = app.getApplicationId();
            findings.add(new Finding(
                    absent.isEmpty() ? Severity.WARNING : Severity.ERROR,
                    "dead-registration",
                    "application " + id,
                    "is registered on ring " + app.getRing() + ", but has no consumer group"
                            + (absent.isEmpty() ? "" : " and no topics " + absent + ", so that the ring can't grow"),
                    "start it, or, if it is no more: "
                            + facts.cluster()
                                    .slipring("ring forget-app --ring " + app.getRing() + " --application-id " + id)));
        }
        return findings;
    }
}
