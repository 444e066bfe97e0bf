/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The number of the commit that sent a transfer, in a header of its record: 8 bytes, big-endian. Not in the message, which an
 * older version could then not read.
 */
public final class CommitHeader {
    private static final String NAME = "slipring.commit";

    private CommitHeader() {}

    static Headers of(long commit) {
        return new RecordHeaders()
                .add(NAME, ByteBuffer.allocate(Long.BYTES).putLong(commit).array());
    }

    /** The number in a record's headers; empty if it was sent by a version that didn't number its commits. */
    public static OptionalLong read(Headers headers) {
        Header header = headers.lastHeader(NAME);
        return header == null || header.value().length != Long.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(ByteBuffer.wrap(header.value()).getLong());
    }
}
