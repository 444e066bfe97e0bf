/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.TestRings;
import io.slipring.schemas.AppRegistration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GrowthPlanTest {
    private final Ring five = TestRings.grown(TestRings.first("orders-ring", 4));

    @Test
    void of_topicsTooSmall_growsEachToTheRing() {
        GrowthPlan plan = plan(List.of(app("totals")), Map.of("orders", 4, "transfer", 4, "home", 4));

        assertThat(plan.possible()).isTrue();
        assertThat(plan.targets()).isEqualTo(Map.of("orders", 5, "transfer", 5, "home", 5));
        assertThat(plan.toGrow()).isEqualTo(Map.of("orders", 4, "transfer", 4, "home", 4));
    }

    @Test
    void of_someGrownAlready_leavesThemOut() {
        GrowthPlan plan = plan(List.of(app("totals")), Map.of("orders", 5, "transfer", 4, "home", 5));

        assertThat(plan.toGrow()).isEqualTo(Map.of("transfer", 4));
    }

    @Test
    void of_oneTopicOfAnAppIsLarger_decidesForTheOthers() {
        GrowthPlan plan = plan(List.of(app("totals")), Map.of("orders", 12, "transfer", 4, "home", 12));

        assertThat(plan.toGrow()).isEqualTo(Map.of("transfer", 4));
        assertThat(plan.targets()).isEqualTo(Map.of("orders", 12, "transfer", 12, "home", 12));
    }

    @Test
    void of_appsThatShareATopic_growTogether() {
        AppRegistration second = registration("averages", "orders-ring", "transfer-2", "home-2");
        GrowthPlan plan = plan(
                List.of(app("totals"), second),
                Map.of("orders", 4, "transfer", 4, "home", 9, "transfer-2", 4, "home-2", 4));

        assertThat(plan.targets().values()).containsOnly(9);
        assertThat(plan.toGrow()).containsOnlyKeys("orders", "transfer", "transfer-2", "home-2");
    }

    @Test
    void of_changelogMissing_blocksAndNamesIt() {
        GrowthPlan plan = plan(List.of(app("totals")), Map.of("orders", 4, "transfer", 4));

        assertThat(plan.possible()).isFalse();
        assertThat(plan.missing()).containsOnlyKeys("home");
        assertThat(plan.missing().get("home"))
                .isEqualTo("application totals keeps its state in it, and creates it at its first start");
    }

    @Test
    void of_appsOfOtherRings_areIgnored() {
        GrowthPlan plan = plan(List.of(registration("other", "another-ring", "t", "h")), Map.of("orders", 4));

        assertThat(plan.targets()).isEqualTo(Map.of("orders", 5));
        assertThat(plan.possible()).isTrue();
    }

    private GrowthPlan plan(List<AppRegistration> apps, Map<String, Integer> counts) {
        return GrowthPlan.of(five, Optional.of(Epoch.FIRST), apps, counts);
    }

    private static AppRegistration app(String id) {
        return registration(id, "orders-ring", "transfer", "home");
    }

    private static AppRegistration registration(String id, String ring, String transfer, String home) {
        return AppRegistration.newBuilder()
                .setFormatVersion(1)
                .setRing(ring)
                .setApplicationId(id)
                .setSourceTopics(List.of("orders"))
                .setTransferTopic(transfer)
                .setChangelogTopics(List.of(home))
                .setRegisteredAtMs(0)
                .build();
    }
}
