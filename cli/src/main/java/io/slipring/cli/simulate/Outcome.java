/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Ring;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one placement makes of one change. Maxima and deviations are relative to what each shard is due by its weight, so 1
 * is perfect for a maximum and 0 for a deviation.
 *
 * @param before the ring before the change
 * @param after the ring after it; null if the placement refuses the change
 * @param arcMaxOverMean the largest share of the ring, before the change
 * @param loadMaxOverMean the largest share of the records, before the change
 * @param loadStddev standard deviation of the shards' shares of the records, before the change
 * @param change the change, as on the command line
 * @param movedFraction share of the ring that moves; not a number if refused
 * @param movedLoadFraction share of the records whose keys move; not a number if refused
 * @param idealFraction the least share that any placement could move, were vnodes divisible; not a number if refused
 * @param lookupNanos time of one lookup, key to partition
 * @param tableBytes memory of the routing table
 * @param refusal why the placement refuses the change; empty if it does not
 */
record Outcome(
        Ring before,
        @Nullable Ring after,
        double arcMaxOverMean,
        double loadMaxOverMean,
        double loadStddev,
        String change,
        double movedFraction,
        double movedLoadFraction,
        double idealFraction,
        double lookupNanos,
        int tableBytes,
        String refusal) {

    String placement() {
        return before.placement();
    }

    /** Returns the outcome as a JSON object; what is not a number is null. */
    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("placement", placement());
        json.put("shards", before.shards().size());
        json.put("arcMaxOverMean", arcMaxOverMean);
        json.put("loadMaxOverMean", loadMaxOverMean);
        json.put("loadStddev", loadStddev);
        json.put("change", change);
        json.put("movedFraction", number(movedFraction));
        json.put("movedLoadFraction", number(movedLoadFraction));
        json.put("idealFraction", number(idealFraction));
        json.put("lookupNanos", lookupNanos);
        json.put("tableBytes", tableBytes);
        json.put("refused", refusal.isEmpty() ? null : refusal);
        return json;
    }

    private static @Nullable Double number(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
