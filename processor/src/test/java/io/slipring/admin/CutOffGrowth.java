/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.admin.RingGrowth.Step;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.JavaProcess;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;

/** An operator's growth by one shard, in a process of its own, that is killed before one of its steps. */
public final class CutOffGrowth {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private CutOffGrowth() {}

    /** The steps before which it can be killed, in order. */
    public enum Before {
        GROWING(Step.GROW),
        PUBLISHING(Step.PUBLISH),
        ENDING(Step.END);

        private final Step step;

        Before(Step step) {
            this.step = step;
        }
    }

    /** Runs a growth and kills it with SIGKILL; returns when it is dead. */
    public static void run(String bootstrapServers, String ring, Before before) {
        try (JavaProcess operator = JavaProcess.of(CutOffGrowth.class.getName())
                .args(bootstrapServers, ring, before.name())
                .jvmArgs("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start()) {
            operator.awaitOutput("WAITING BEFORE " + before, PATIENCE);
            operator.kill9();
        }
    }

    /** Arguments: bootstrap servers, ring, the step before which it stops and waits. */
    public static void main(String[] args) {
        Before stop = Before.valueOf(args[2]);
        ControlTopicConfig control = ControlTopicConfig.at(args[0]);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]));
                ControlPlane plane = ControlPlane.of(control)) {
            ControlSnapshot snapshot = plane.read();
            Ring next = RingChange.on(snapshot.ring(args[1])).addShards(1).next();
            RingGrowth growth = new RingGrowth(admin, control, step -> {
                if (step == stop.step) {
                    System.out.println("WAITING BEFORE " + stop);
                    waitForTheEnd();
                }
            });
            GrowthResult unused = growth.execute(growth.plan(next, snapshot));
        }
    }

    private static void waitForTheEnd() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
