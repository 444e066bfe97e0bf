/* SPDX-License-Identifier: Apache-2.0 */
/** Where rings come from and go to. */
@org.jspecify.annotations.NullMarked
package io.slipring.ring.source;
