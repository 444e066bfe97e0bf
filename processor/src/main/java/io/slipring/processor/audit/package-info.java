/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Proves on a running application that no record was lost or counted twice, from its topics alone and without a trace.
 *
 * <p>{@link io.slipring.processor.audit.Auditor} lets {@link io.slipring.processor.audit.LiveTopics} follow the application's
 * topics and stop each task at a {@link io.slipring.processor.core.Ledger}: that is a {@link io.slipring.processor.audit.Cut}. {@link
 * io.slipring.processor.audit.Inspection} compares what the cut's logs add up to with what its ledgers say. What it finds
 * counts once {@link io.slipring.processor.audit.Suspicions} has seen it in several cuts. Why that is exact on a busy
 * application: decision 50.
 */
@NullMarked
package io.slipring.processor.audit;

import org.jspecify.annotations.NullMarked;
