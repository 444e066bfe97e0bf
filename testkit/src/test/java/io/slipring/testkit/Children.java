/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Programs for child processes. */
final class Children {
    private Children() {}

    /** Prints its arguments and an environment variable, and exits with 7. */
    static final class Echo {
        public static void main(String[] args) {
            System.out.println("args=" + Arrays.asList(args) + " env=" + System.getenv("CHILD_COLOUR") + " max="
                    + Runtime.getRuntime().maxMemory());
            System.exit(7);
        }
    }

    /** Throws. */
    static final class Failure {
        public static void main(String[] args) {
            throw new IllegalStateException("no luck today");
        }
    }

    /** Counts for ever, a number per line. */
    static final class Counter {
        public static void main(String[] args) throws Exception {
            for (long i = 0; ; i++) {
                System.out.println("count " + i);
                Thread.sleep(10);
            }
        }
    }

    /** Starts a Counter of its own, and waits for ever. */
    static final class Parent {
        public static void main(String[] args) throws Exception {
            JavaProcess child = JavaProcess.of(Counter.class.getName())
                    .jvmArgs("-Xmx32m")
                    .output(Path.of(args[0]))
                    .start();
            System.out.println("child " + child.pid());
            new CountDownLatch(1).await();
        }
    }
}
