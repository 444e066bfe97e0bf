/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.util.regex.Pattern;

/** The rule for names of rings, applications and topics: what Kafka allows for a topic, so none contains a slash. */
final class Names {
    static final String RULE = "must be 1 to 200 of the characters a-z, A-Z, 0-9, '.', '_' and '-'";

    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,200}");

    private Names() {}

    static boolean legal(String name) {
        return LEGAL.matcher(name).matches();
    }

    static String require(String what, String name) {
        if (!legal(name)) {
            throw new IllegalArgumentException(what + " " + RULE + ", was \"" + name + "\"");
        }
        return name;
    }
}
