/* SPDX-License-Identifier: Apache-2.0 */

/** The deployable application: a properties file becomes an aggregation over a ring. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.app;
