/* SPDX-License-Identifier: Apache-2.0 */

/** Options that commands share, and how a failure becomes one line and an exit code. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.command;
