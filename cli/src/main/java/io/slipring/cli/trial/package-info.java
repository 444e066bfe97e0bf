/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Puts the application to the test: produce a workload, follow offsets, output and progress, recount and compare. Shares no
 * code with the application but its formats.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.trial;
