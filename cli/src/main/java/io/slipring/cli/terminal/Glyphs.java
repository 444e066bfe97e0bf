/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.terminal;

/** The characters of a bar. */
public enum Glyphs {
    /** Block elements. */
    UNICODE('█', '░'),
    /** For terminals whose encoding has no block elements. */
    ASCII('#', '.');

    private final char full;
    private final char empty;

    Glyphs(char full, char empty) {
        this.full = full;
        this.empty = empty;
    }

    char full() {
        return full;
    }

    /**
     * Draws a bar of fixed width.
     *
     * @param share how much of it is full; taken as 0 below 0 or if not a number, as 1 above 1
     * @param width characters, >= 1
     */
    public String bar(double share, int width) {
        if (width < 1) {
            throw new IllegalArgumentException("width must be >= 1, was " + width);
        }
        double bounded = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
        int filled = (int) Math.round(bounded * width);
        return String.valueOf(full).repeat(filled) + String.valueOf(empty).repeat(width - filled);
    }
}
