/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

/** How bad a finding is. */
enum Severity {
    /** Something doesn't work, or loses data sooner or later. */
    ERROR,
    /** Something works, but not for long or not well. */
    WARNING,
    /** Something that may be meant so. */
    INFO
}
