/* SPDX-License-Identifier: Apache-2.0 */

/** Commands that create, show and grow rings. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.ring;
