/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

/**
 * How one scheme placed one stream.
 *
 * @param scheme murmur2, ring, pkg, adaptive or planned
 * @param stream its name
 * @param partitions how many there were
 * @param maxOverMean records of the partition with the most, over the mean
 * @param bytesMaxOverMean the same of bytes
 * @param worstWindow the largest maxOverMean of one detection window
 * @param partialsPerRecord partials that tasks send on, per record
 */
public record SkewResult(
        String scheme,
        String stream,
        int partitions,
        double maxOverMean,
        double bytesMaxOverMean,
        double worstWindow,
        double partialsPerRecord) {}
