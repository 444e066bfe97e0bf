/* SPDX-License-Identifier: Apache-2.0 */

/** Shows what {@code io.slipring.cli.progress} finds out, once, again and again, or once all is done. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.status;
