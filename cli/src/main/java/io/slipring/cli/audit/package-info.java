/* SPDX-License-Identifier: Apache-2.0 */

/** The command that proves on a running application that no record was lost or counted twice. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.audit;
