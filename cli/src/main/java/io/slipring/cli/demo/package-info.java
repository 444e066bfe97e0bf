/* SPDX-License-Identifier: Apache-2.0 */

/** The whole promise on an embedded broker: grow under load, then recount and compare. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.demo;
