/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Transfer;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** A transfer on its way to the task of a partition. */
record OutgoingTransfer(int partition, Transfer transfer) {
    /**
     * Sends each transfer to its partition, whatever count the producer knows: its metadata may be older than the growth of
     * the topic, and it refreshes them for a partition that it does not know.
     */
    static final class Partitioner implements StreamPartitioner<byte[], Object> {
        @Override
        @SuppressWarnings("removal") // deprecated in Kafka 4.4, which keeps it abstract all the same
        public Optional<Set<Integer>> partitions(String topic, byte[] key, Object value, int numPartitions) {
            return Optional.of(Set.of(((OutgoingTransfer) value).partition()));
        }
    }
}
