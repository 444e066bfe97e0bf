/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

/** A line of the input that is no row; the reader can go on with the next one. */
public final class MalformedRowException extends Exception {
    private static final long serialVersionUID = 1L;

    private final long line;

    /** Makes the exception for a line, counted from 1. */
    public MalformedRowException(long line, String reason) {
        super("line " + line + ": " + reason);
        this.line = line;
    }

    /** The line that the bad row starts on, counted from 1. */
    public long line() {
        return line;
    }
}
