/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Routes records by the ring: key bytes, token, vnode, shard, partition.
 *
 * <ol>
 *   <li>{@link io.slipring.partitioner.RingPartitioner} and {@link io.slipring.partitioner.RingStreamPartitioner} adapt
 *       producers and Kafka Streams;
 *   <li>both have a {@link io.slipring.partitioner.SplittingRouter}, which counts what goes where in the thread's {@code Lane},
 *       samples, and asks a {@link io.slipring.partitioner.Router}, which follows a ring source;
 *   <li>the router reads one immutable {@code RoutingTable}: the {@code Routes} of the newest ring that fits a topic;
 *   <li>a key in their {@code SplitTable} has a {@code Split}, which says where the next run goes; all others have an owner;
 *   <li>a {@code Detection} calls the router by the {@code Ticker}, so that windows end, splits change and reports are written.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.partitioner;
