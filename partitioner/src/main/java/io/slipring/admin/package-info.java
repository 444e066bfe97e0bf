/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Grows a ring together with the topics that it routes.
 *
 * <ol>
 *   <li>{@link io.slipring.admin.RingGrowth} looks at the topics and has {@link io.slipring.admin.GrowthPlan} compute, without
 *       I/O, which of them need how many partitions and what stands in the way;
 *   <li>{@link io.slipring.admin.RingGrowth} executes the plan: partitions first, the next epoch last.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.admin;
