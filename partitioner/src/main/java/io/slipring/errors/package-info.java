/* SPDX-License-Identifier: Apache-2.0 */
/** Named failures; all of them are {@link org.apache.kafka.common.KafkaException}s. */
@org.jspecify.annotations.NullMarked
package io.slipring.errors;
