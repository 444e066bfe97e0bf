/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * What a {@link JavaProcess} really runs: it calls the wanted main class, and halts the JVM once standard input ends. The
 * other end of that pipe is held by the parent alone, so that the child goes with the parent, even one that was SIGKILLed.
 */
final class ChildMain {
    static final int PARENT_GONE = 113;

    private ChildMain() {}

    public static void main(String[] args) throws Throwable {
        InputStream lifeline = System.in;
        System.setIn(InputStream.nullInputStream());
        Thread watch = new Thread(() -> haltAtEndOf(lifeline), "parent-watch");
        watch.setDaemon(true);
        watch.start();
        try {
            Method main = Class.forName(args[0]).getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static void haltAtEndOf(InputStream lifeline) {
        try {
            while (lifeline.read() >= 0) {
                // nothing is ever sent
            }
        } catch (IOException broken) {
            // as good as its end
        }
        Runtime.getRuntime().halt(PARENT_GONE);
    }
}
