/* SPDX-License-Identifier: Apache-2.0 */
/** Aggregates as commutative monoids, and those that come with the library. */
@NullMarked
package io.slipring.processor.aggregate;

import org.jspecify.annotations.NullMarked;
