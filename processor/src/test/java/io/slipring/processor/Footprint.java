/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.ObjectName;

/**
 * What this JVM holds on to, the broker that runs in it left out where it can be told apart.
 *
 * @param threads those alive
 * @param beans MBeans of Kafka's clients and of Kafka Streams
 * @param sockets open ones, the broker's ends included; 0 where there is no /proc
 * @param files other open descriptors; all of them where there is no /proc
 */
record Footprint(Set<Thread> threads, Set<String> beans, int sockets, int files) {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Pools of the broker and the JVM, which come and go as they like. */
    private static final List<String> NOT_OURS = List.of(
            "broker-",
            "executor-",
            "data-plane-",
            "kafka-scheduler",
            "kafka-log-cleaner",
            "transaction-log-manager",
            "group-coordinator-",
            "quorum-controller-",
            "controller-",
            "raft-",
            "TxnMarkerSender",
            "Common-Cleaner",
            "ForkJoinPool",
            "CompletableFutureDelayScheduler",
            "C1 ",
            "C2 ",
            "JMX ",
            "RMI ",
            "process reaper",
            "Attach ");

    static Footprint now() {
        int sockets = 0;
        int files = 0;
        if (Files.isDirectory(DESCRIPTORS)) {
            try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
                for (Path descriptor : open) {
                    if (isSocket(descriptor)) {
                        sockets++;
                    } else {
                        files++;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        } else if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            files = (int) system.getOpenFileDescriptorCount();
        }
        return new Footprint(threadsOfOurs(), clientBeans(), sockets, files);
    }

    /** Names of the threads that were not alive at the time of an earlier one. */
    List<String> threadsSince(Footprint earlier) {
        return threads.stream()
                .filter(thread -> !earlier.threads.contains(thread))
                .map(Thread::getName)
                .sorted()
                .toList();
    }

    private static Set<Thread> threadsOfOurs() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        NOT_OURS.stream().noneMatch(prefix -> thread.getName().startsWith(prefix)))
                .collect(Collectors.toSet());
    }

    private static Set<String> clientBeans() {
        return ManagementFactory.getPlatformMBeanServer().queryNames(null, null).stream()
                .filter(bean -> bean.getDomain().matches("kafka\\.(producer|consumer|streams|admin\\.client)"))
                .map(ObjectName::getCanonicalName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            // closed since it was listed
            return false;
        }
    }
}
