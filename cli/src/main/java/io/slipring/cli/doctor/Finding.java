/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.command.EnumNames;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A mistake.
 *
 * @param check which check found it: a name that stays the same
 * @param where the topic, application, ring or file
 * @param what what is wrong and what comes of it, in one line
 * @param fix what to do: commands to paste, where there are any
 */
record Finding(Severity severity, String check, String where, String what, String fix) {
    /** For programs. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("severity", EnumNames.of(severity));
        json.put("check", check);
        json.put("where", where);
        json.put("what", what);
        json.put("fix", fix);
        return json;
    }
}
