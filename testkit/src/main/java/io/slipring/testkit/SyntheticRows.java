/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Generates endless rows in the shape of the real ones. Each key comes once before the Zipf-distributed ones begin. */
final class SyntheticRows {
    static final List<String> FLIGHT_COLUMNS = List.of("date", "delay", "distance", "origin", "destination");
    static final List<String> WORD_COLUMNS = List.of("book", "position", "word");
    static final List<String> ZIPF_COLUMNS = List.of("key", "value");

    private static final int AIRPORTS = 59;
    private static final int ROUTES = 668;
    private static final int WORDS = 12_762;
    private static final long SEED = 20_261;

    private SyntheticRows() {}

    static Stream<List<String>> flights() {
        Random random = new Random(SEED);
        return ranks(ROUTES).mapToObj(route -> {
            int origin = route % AIRPORTS;
            int destination = (origin + 1 + route / AIRPORTS) % AIRPORTS;
            return List.of(
                    "0101%02d%02d".formatted(random.nextInt(24), random.nextInt(60)),
                    String.valueOf(random.nextInt(-20, 200)),
                    String.valueOf(100 + 10 * (route / AIRPORTS)),
                    airport(origin),
                    airport(destination));
        });
    }

    static Stream<List<String>> words() {
        int[] position = {0};
        return ranks(WORDS).mapToObj(rank -> List.of("Ge", String.valueOf(++position[0]), "word" + rank));
    }

    static Stream<List<String>> zipf(int keys, double exponent, long seed) {
        Random values = new Random(~seed);
        return IntStream.generate(new Zipf(keys, exponent, seed))
                .mapToObj(rank -> List.of("key-" + rank, String.valueOf(values.nextInt(1_000))));
    }

    private static IntStream ranks(int count) {
        IntSupplier zipf = new Zipf(count, 1.0, SEED);
        return IntStream.concat(IntStream.range(0, count), IntStream.generate(zipf));
    }

    private static String airport(int number) {
        return String.format(Locale.ROOT, "A%02d", number);
    }
}
