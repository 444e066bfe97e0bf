/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How many records there are per vnode, and some of their keys. Immutable. */
final class KeyLoad {

    private final double[] recordsPerVnode;
    private final double records;
    private final List<byte[]> sample;

    private KeyLoad(double[] recordsPerVnode, double records, List<byte[]> sample) {
        this.recordsPerVnode = recordsPerVnode;
        this.records = records;
        this.sample = sample;
    }

    double records() {
        return records;
    }

    double ofVnode(int vnode) {
        return recordsPerVnode[vnode];
    }

    /** Returns at most {@link Builder#SAMPLE} keys, in the order in which they came; at least one. */
    List<byte[]> sample() {
        return sample;
    }

    /** Returns the records of each of the ring's shards, by ascending id. */
    double[] perShard(Ring ring) {
        double[] load = new double[ring.shards().size()];
        for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
            load[ring.table().ownerIndex(vnode)] += recordsPerVnode[vnode];
        }
        return load;
    }

    /** A load in the making. */
    static final class Builder {
        static final int SAMPLE = 65_536;

        private final double[] recordsPerVnode = new double[Tokens.VNODES];
        private final List<byte[]> sample = new ArrayList<>();
        private double records;

        Builder add(byte[] key, double count) {
            recordsPerVnode[Tokens.vnode(key)] += count;
            records += count;
            if (sample.size() < SAMPLE) {
                sample.add(key);
            }
            return this;
        }

        KeyLoad build() {
            if (sample.isEmpty()) {
                throw new IllegalArgumentException("there must be at least 1 key to simulate with, were none");
            }
            return new KeyLoad(recordsPerVnode.clone(), records, Collections.unmodifiableList(new ArrayList<>(sample)));
        }
    }
}
