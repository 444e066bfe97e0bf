/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import io.slipring.errors.SlipringException;

/** The registry doesn't take a schema: it is incompatible with those before it, or invalid. Carries the registry's reason. */
public final class SchemaRefusedException extends SlipringException {
    SchemaRefusedException(String message) {
        super(message);
    }
}
