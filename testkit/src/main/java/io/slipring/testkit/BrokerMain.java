/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;

/** The program of one process of a {@link BrokerCluster}: formats its directory if need be, and serves until it is killed. */
final class BrokerMain {
    static final String READY = "broker-ready";

    private BrokerMain() {}

    /** Takes the path of the broker's properties and the cluster id. */
    @SuppressWarnings("SystemOut") // the parent waits for this line
    public static void main(String[] args) throws Exception {
        Properties settings = Utils.loadProps(args[0]);
        KafkaConfig config = new KafkaConfig(settings, false);
        BrokerStorage.format(Path.of(settings.getProperty("log.dirs")), config.nodeId(), args[1]);
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        try {
            server.startup();
        } catch (Throwable e) {
            // the controller's threads would keep this process alive
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        System.out.println(READY + " node=" + config.nodeId());
        server.awaitShutdown();
    }
}
