/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

/** A program that replays the golden histories and prints a fingerprint per line. */
final class GoldenFingerprints {

    private GoldenFingerprints() {}

    public static void main(String[] arguments) {
        GoldenRings.all().forEach(ring -> System.out.println(ring.fingerprint()));
    }
}
