/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** The registry gave no usable answer in time. Says nothing about the record: it is to be tried again, never dropped. */
public final class RegistryUnavailableException extends RetriableException {
    RegistryUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
