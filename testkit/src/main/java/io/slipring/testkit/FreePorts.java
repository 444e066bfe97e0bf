/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Picks TCP ports that nothing listens on, below the range from which systems take the ports of outgoing connections (Linux:
 * 32768 and up): a broker that is down for a while finds its port still free when it is restarted.
 */
final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS = 2_000;

    private FreePorts() {}

    /** Returns {@code count} different ports that could be bound on the loopback address a moment ago. */
    static List<Integer> pick(int count) {
        Set<Integer> ports = new LinkedHashSet<>();
        for (int attempt = 0; attempt < ATTEMPTS && ports.size() < count; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new IllegalStateException("Found only " + ports.size() + " free ports of the " + count
                    + " wanted between " + FIRST + " and " + END + "; stop what listens there");
        }
        return List.copyOf(ports);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException inUse) {
            return false;
        }
    }
}
