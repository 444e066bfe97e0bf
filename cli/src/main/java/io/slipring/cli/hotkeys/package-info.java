/* SPDX-License-Identifier: Apache-2.0 */
/** {@code hot-keys}: shows what producers report of their hot keys. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.hotkeys;
