/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Routes records by the ring: key bytes, token, vnode, shard, partition.
 *
 * <ol>
 *   <li>{@link io.slipring.partitioner.RingPartitioner} and {@link io.slipring.partitioner.RingStreamPartitioner} adapt
 *       producers and Kafka Streams;
 *   <li>both ask a {@link io.slipring.partitioner.Router}, which follows a ring source;
 *   <li>the router reads one immutable {@code RoutingTable}: the newest ring that fits a topic.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.partitioner;
