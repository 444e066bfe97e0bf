/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

/** A failure that can show the place of a mistake; what it shows follows the one line of its message. */
public interface Illustrated {
    /** Some lines, without a line break at the end. */
    String illustration();
}
