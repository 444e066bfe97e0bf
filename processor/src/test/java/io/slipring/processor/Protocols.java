/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.stream.Stream;

/** Group protocols for tests that take long and are about something else. */
final class Protocols {
    private Protocols() {}

    /** The one that is Kafka's default; both with {@code -Dslipring.protocols=all}. */
    static Stream<String> ofLongTests() {
        return "all".equals(System.getProperty("slipring.protocols"))
                ? Stream.of("classic", "streams")
                : Stream.of("classic");
    }
}
