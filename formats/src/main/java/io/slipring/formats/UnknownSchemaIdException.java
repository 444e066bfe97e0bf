/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import org.apache.kafka.common.errors.SerializationException;

/** Whoever keeps the schemas answered that there is none of this number: the record can't be read, now or later. */
public final class UnknownSchemaIdException extends SerializationException {
    UnknownSchemaIdException(String message) {
        super(message);
    }
}
