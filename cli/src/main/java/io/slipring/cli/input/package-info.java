/* SPDX-License-Identifier: Apache-2.0 */

/** Rows of a CSV or NDJSON input, one at a time, each with its line number. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.input;
