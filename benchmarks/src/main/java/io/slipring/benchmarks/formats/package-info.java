/* SPDX-License-Identifier: Apache-2.0 */

/** What reading Avro records costs beside Avro's plain decoder. */
@org.jspecify.annotations.NullMarked
package io.slipring.benchmarks.formats;
