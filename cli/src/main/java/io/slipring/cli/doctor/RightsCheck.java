/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import java.util.List;

/** What the cluster would not tell could not be checked. */
final class RightsCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        return facts.refusals().stream()
                .map(refusal -> new Finding(
                        Severity.WARNING,
                        "rights",
                        refusal.asked(),
                        "not allowed to ask for it, so it was not checked: " + refusal.reason(),
                        "grant DESCRIBE and DESCRIBE_CONFIGS on the topics, DESCRIBE on the groups and READ on topic "
                                + facts.cluster().controlTopic()
                                + ", or log in as somebody else with --command-config"))
                .toList();
    }
}
