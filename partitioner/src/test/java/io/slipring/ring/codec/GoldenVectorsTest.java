/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The golden rings and vectors are the contract with clients in other languages: they never change within a major version.
 * Further ones are added under the next number.
 */
class GoldenVectorsTest {

    private static final HexFormat HEX = HexFormat.of();

    @Test
    void encode_replayedHistories_areTheGoldenRingsByteForByte() throws IOException {
        byte[] written = file(GoldenRings.all());

        assertThat(golden("rings-1.bin", written)).isEqualTo(written);
    }

    @Test
    void decode_goldenRings_haveTheirFingerprints() throws IOException {
        String written = fingerprints(GoldenRings.all());

        String golden =
                new String(golden("rings-1.csv", written.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);

        assertThat(golden).isEqualTo(written);
        assertThat(fingerprints(goldenRings())).isEqualTo(golden);
    }

    @Test
    void ownerOf_everyGoldenVector_isReproduced() throws IOException {
        String candidate = vectors(GoldenRings.all(), GoldenKeys.all());
        String golden =
                new String(golden("vectors-1.csv", candidate.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        List<Ring> rings = goldenRings();

        List<String> rows = golden.lines().skip(1).toList();

        assertThat(rows).hasSizeGreaterThanOrEqualTo(10_000);
        for (String row : rows) {
            String[] fields = row.split(",", -1);
            int ring = Integer.parseInt(fields[0]);
            assertThat(row(ring, rings.get(ring), HEX.parseHex(fields[1]))).isEqualTo(row);
        }
    }

    @Test
    void keyWithToken_anyToken_isHit() {
        for (long token : new long[] {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0x1234_5678_9ABC_DEF0L}) {
            assertThat(Tokens.token(GoldenKeys.keyWithToken(token))).isEqualTo(token);
        }
    }

    private static String vectors(List<Ring> rings, List<byte[]> keys) {
        StringBuilder csv = new StringBuilder("ring,key,token,vnode,shard,partition\n");
        for (int i = 0; i < keys.size(); i++) {
            for (int ring = 0; ring < rings.size(); ring++) {
                // every key by half of the rings, in turn; the shortest ones by all
                if (keys.get(i).length < 2 || (i + ring) % 2 == 0) {
                    csv.append(row(ring, rings.get(ring), keys.get(i))).append('\n');
                }
            }
        }
        return csv.toString();
    }

    private static String row(int index, Ring ring, byte[] key) {
        long token = Tokens.token(key);
        assertThat(ring.partitionOf(key)).isEqualTo(ring.ownerOf(key).partition());
        return index + "," + HEX.formatHex(key) + "," + HEX.toHexDigits(token) + "," + Tokens.vnode(token) + ","
                + ring.ownerOf(key).id() + "," + ring.partitionOf(key);
    }

    private static String fingerprints(List<Ring> rings) {
        StringBuilder csv = new StringBuilder("ring,name,epoch,placement,shards,partitions,fingerprint\n");
        for (int i = 0; i < rings.size(); i++) {
            Ring ring = rings.get(i);
            csv.append(i + "," + ring.name() + "," + ring.epoch() + "," + ring.placement() + ","
                    + ring.shards().size() + "," + ring.requiredPartitions() + "," + ring.fingerprint() + "\n");
        }
        return csv.toString();
    }

    private static byte[] file(List<Ring> rings) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (Ring ring : rings) {
            byte[] definition = RingCodec.encode(ring);
            out.writeInt(definition.length);
            out.write(definition);
        }
        return bytes.toByteArray();
    }

    private static List<Ring> goldenRings() throws IOException {
        ByteBuffer in = ByteBuffer.wrap(golden("rings-1.bin", new byte[0]));
        List<Ring> rings = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] definition = new byte[in.getInt()];
            in.get(definition);
            rings.add(RingCodec.decode(definition));
        }
        return rings;
    }

    /** A golden file that is missing is offered for adoption under target/vectors. */
    private static byte[] golden(String file, byte[] candidate) throws IOException {
        try (InputStream in = Ring.class.getResourceAsStream("vectors/" + file)) {
            if (in != null) {
                return in.readAllBytes();
            }
        }
        Path offered = Files.createDirectories(Path.of("target", "vectors")).resolve(file);
        Files.write(offered, candidate);
        throw new AssertionError("There must be a resource vectors/" + file + "; a candidate is in " + offered);
    }
}
