/* SPDX-License-Identifier: Apache-2.0 */

/** The command that sends rows into a topic through the ring. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.produce;
