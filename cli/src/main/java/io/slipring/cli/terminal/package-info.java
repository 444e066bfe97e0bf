/* SPDX-License-Identifier: Apache-2.0 */

/** Bars and progress for people; plain text where the output is not a terminal. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.terminal;
