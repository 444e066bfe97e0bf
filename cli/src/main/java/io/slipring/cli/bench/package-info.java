/* SPDX-License-Identifier: Apache-2.0 */
/** {@code bench}: comparisons from the module of benchmarks. */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.bench;
