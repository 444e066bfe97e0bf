/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import java.util.Optional;

/**
 * What to audit.
 *
 * @param applicationId the application
 * @param ring name of its ring; may be left out if it is bound to one only
 * @param deep whether to recount the source topics
 * @param deadLetterTopic where the application puts source records that it can't read, for the recount
 */
public record AuditRequest(
        String applicationId, Optional<String> ring, boolean deep, Optional<String> deadLetterTopic) {
    /** An audit without a recount. */
    public static AuditRequest of(String applicationId) {
        return new AuditRequest(applicationId, Optional.empty(), false, Optional.empty());
    }

    /** An audit with a recount. */
    public static AuditRequest deep(String applicationId) {
        return new AuditRequest(applicationId, Optional.empty(), true, Optional.empty());
    }
}
