/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.formats.AvroDecoder;
import io.slipring.formats.AvroView;
import io.slipring.formats.Framing;
import org.apache.avro.generic.GenericData;

/** Avro keys; text is shown as it is, everything else as JSON. */
final class AvroKeys implements KeyReader {
    private final AvroDecoder<String> decoder;

    AvroKeys(Framing framing) {
        this.decoder = new AvroDecoder<>(
                framing,
                writer -> new AvroView<>(
                        writer,
                        datum -> datum instanceof CharSequence text
                                ? text.toString()
                                : GenericData.get().toString(datum)));
    }

    @Override
    public void check(byte[] key) {
        String unused = decoder.decode(key);
    }

    @Override
    public String text(byte[] key) {
        return decoder.decode(key);
    }
}
