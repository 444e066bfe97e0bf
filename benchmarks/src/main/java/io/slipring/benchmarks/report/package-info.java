/* SPDX-License-Identifier: Apache-2.0 */
/** Puts results into pages: the generated part of a page, and bars. */
@org.jspecify.annotations.NullMarked
package io.slipring.benchmarks.report;
