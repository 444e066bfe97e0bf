/* SPDX-License-Identifier: Apache-2.0 */

/** The command that erases a key from a running application, and proves it. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.erase;
