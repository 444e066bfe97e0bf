/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.testkit.Fuzz;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever lies in a store as an aggregate is read, and then can be merged and written, or is refused by name. */
class AggregatorFuzzTest {
    static Stream<Arguments> builtIn() {
        return AggregatorsTest.builtIn();
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    <A> void serde_damaged_isReadOrRefused(Aggregator<Long, A> aggregator) {
        Fuzz.of("serde of " + aggregator.describe(), bytes -> {
                    A read = aggregator.serde().deserializer().deserialize("t", bytes);
                    byte[] again = aggregator.serde().serializer().serialize("t", read);
                    A reread = aggregator.serde().deserializer().deserialize("t", again);
                    assertThat(aggregator.same(reread, read)
                                    || Arrays.equals(
                                            aggregator.serde().serializer().serialize("t", reread), again))
                            .as("%s read again: %s", read, reread)
                            .isTrue();
                    aggregator.merge(over(aggregator, 3), reread);
                })
                .sample(bytes(aggregator, 0))
                .sample(bytes(aggregator, 3))
                .sample(bytes(aggregator, 1_000))
                .refuses(SerializationException.class)
                .refuses(ArithmeticException.class)
                .run();
    }

    private static <A> byte[] bytes(Aggregator<Long, A> aggregator, int values) {
        return aggregator.serde().serializer().serialize("t", over(aggregator, values));
    }

    private static <A> A over(Aggregator<Long, A> aggregator, int values) {
        A aggregate = aggregator.identity();
        for (long value :
                IntStream.range(0, values).mapToLong(i -> i * 31L % 101 - 50).toArray()) {
            aggregate = aggregator.fold(aggregate, value);
        }
        return aggregate;
    }
}
