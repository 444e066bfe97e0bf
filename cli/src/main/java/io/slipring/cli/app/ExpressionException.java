/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.cli.command.Illustrated;
import org.apache.kafka.common.config.ConfigException;

/** Says where in a setting that is an expression a mistake is, and what should stand there. */
final class ExpressionException extends ConfigException implements Illustrated {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final int column;

    /**
     * Names the mistake.
     *
     * @param setting such as {@code slipring.aggregates}
     * @param text the setting's value
     * @param column from 1; one more than the text has characters for its end
     */
    ExpressionException(String setting, String text, int column, String why) {
        super(setting, text, "column " + column + ": " + why);
        this.text = text;
        this.column = column;
    }

    /** The text, and a caret under the column. */
    @Override
    public String illustration() {
        return "  " + text.replaceAll("\\s", " ") + "\n  " + " ".repeat(column - 1) + "^";
    }
}
