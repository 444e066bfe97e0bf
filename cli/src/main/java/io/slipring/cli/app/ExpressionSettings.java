/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks at {@code slipring.aggregates} and {@code slipring.window} without running anything. */
public final class ExpressionSettings {
    private ExpressionSettings() {}

    /** What is wrong with them, with its place; empty if nothing is, or they are not set. */
    public static List<String> mistakes(Map<String, String> settings) {
        List<String> mistakes = new ArrayList<>();
        check(() -> AppConfig.aggregates(settings), mistakes);
        check(() -> AppConfig.window(settings), mistakes);
        return mistakes;
    }

    private static void check(Runnable parse, List<String> mistakes) {
        try {
            parse.run();
        } catch (ExpressionException e) {
            mistakes.add(String.valueOf(e.getMessage()));
        }
    }
}
