/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The logic of one shard, without Kafka: records and transfers in, effects out.
 *
 * <p>The way of a record: {@link io.slipring.processor.core.ShardCore#record} folds it into the {@link
 * io.slipring.processor.core.Combiner}, whoever owns its key. Before each commit the combiner is drained: a partial of a
 * key that this task owns is merged into the {@link io.slipring.processor.core.HomeState} and its update emitted; any
 * other is shipped to the key's owner as a {@link io.slipring.processor.core.Transfer}, whose core merges it the same
 * way. An epoch that takes vnodes away makes {@link io.slipring.processor.core.Handoffs} ship their home state; an epoch
 * that brings some holds their updates until all has arrived.
 *
 * <p>With {@link io.slipring.processor.core.Windowing windows} a record goes into one {@link
 * io.slipring.processor.core.Cells cell} per window, tasks tell each other in {@link io.slipring.processor.core.Marks marks}
 * how far their time has come, and {@link io.slipring.processor.core.Windows} closes what is over for all.
 */
@NullMarked
package io.slipring.processor.core;

import org.jspecify.annotations.NullMarked;
