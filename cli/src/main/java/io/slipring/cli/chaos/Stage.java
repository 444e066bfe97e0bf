/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.terminal.Terminal;
import io.slipring.cli.trial.OutputFollower;
import io.slipring.testkit.OffsetWatch;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Everything that faults and ring changes happen to, and that watches them.
 *
 * @param cluster the processes
 * @param traffic the producers
 * @param recoveries told of faults, and of committed offsets by the watch
 * @param output follows the output topic
 * @param offsets watches the application's committed offsets
 * @param handoffs told of new epochs, and of what tasks report by the watch
 * @param progress watches that
 */
record Stage(
        ChaosCluster cluster,
        Traffic traffic,
        Recoveries recoveries,
        OutputFollower output,
        OffsetWatch offsets,
        Handoffs handoffs,
        HandoffWatch progress)
        implements AutoCloseable {
    /** Starts everything; returns when the instances process records. */
    static Stage start(ChaosSettings settings, ChaosFolder folder, Terminal terminal) throws IOException {
        ChaosCluster cluster = ChaosCluster.start(settings, folder, terminal);
        try {
            Traffic traffic = new Traffic(settings, cluster, folder);
            Recoveries recoveries = new Recoveries();
            Handoffs handoffs = new Handoffs(cluster.first());
            return new Stage(
                    cluster,
                    traffic,
                    recoveries,
                    new OutputFollower(cluster.client(), cluster.outputPartitions()),
                    new OffsetWatch(
                            cluster.admin(),
                            ChaosCluster.APPLICATION,
                            cluster.inputPartitions(),
                            traffic::endOffset,
                            recoveries::observe),
                    handoffs,
                    new HandoffWatch(
                            new ProgressFollower(
                                    cluster.client(),
                                    cluster.control().topic(),
                                    ChaosCluster.RING,
                                    ChaosCluster.APPLICATION),
                            handoffs));
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** By partition, the offset behind the last record that the brokers acknowledged. */
    List<Long> acknowledgedEnds() {
        return IntStream.range(0, ChaosSettings.MAX_SHARDS)
                .mapToObj(traffic::endOffset)
                .toList();
    }

    /** Records that the brokers acknowledged and of which the output says nothing yet. */
    long behind() {
        return Math.max(0, traffic.acknowledged() - output.records());
    }

    @Override
    public void close() {
        progress.close();
        offsets.close();
        output.close();
        traffic.close();
        cluster.close();
    }
}
