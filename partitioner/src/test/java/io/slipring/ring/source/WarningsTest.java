/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.helpers.SubstituteLogger;

class WarningsTest {
    @Test
    void warn_often_isLoggedOnceAPeriodWithTheNumberLeftOut() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
        List<String> logged = new ArrayList<>();
        Warnings warnings = new Warnings(recording(logged), now::get);

        warnings.warn("a");
        warnings.warn("b");
        warnings.warn("c");
        now.addAndGet(30_000_000_000L);
        warnings.warn("d");

        assertThat(logged).containsExactly("[a, 0]", "[d, 2]");
    }

    private static Logger recording(List<String> logged) {
        return new SubstituteLogger("test", new java.util.ArrayDeque<>(), true) {
            @Override
            public void warn(String format, Object first, Object second) {
                logged.add(Arrays.asList(first, second).toString());
            }
        };
    }
}
