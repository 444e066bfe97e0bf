/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import com.fasterxml.jackson.core.JsonGenerator;
import io.slipring.processor.Update;
import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.BoundedSet;
import io.slipring.processor.aggregate.Combined;
import io.slipring.processor.aggregate.Composite;
import io.slipring.processor.aggregate.Distinct;
import io.slipring.processor.aggregate.Mean;
import io.slipring.processor.aggregate.Moments;
import io.slipring.processor.aggregate.Part;
import io.slipring.processor.aggregate.Positioned;
import io.slipring.processor.aggregate.Quantiles;
import io.slipring.processor.aggregate.TopItems;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;

/**
 * What {@code slipring.aggregates} names. Results that one aggregate holds, such as several percentiles of a field, share it.
 */
final class CombinedAggregation implements Aggregation<Combined> {
    /** Counters of frequent items; each key pays only for the different items that it has. */
    private static final int COUNTERS = 768;

    private final Composite<Positioned<Fields>> composite = Aggregators.composite();
    private final Map<String, Part<?>> parts = new HashMap<>();
    private final List<Wanted> wanted = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private final Aggregator<Positioned<Fields>, Combined> aggregator;

    private CombinedAggregation(List<AggregateCall> calls) {
        calls.forEach(call -> results.add(new Result(call.name(), value(call))));
        this.aggregator = composite.build();
    }

    static CombinedAggregation of(List<AggregateCall> calls) {
        return new CombinedAggregation(calls);
    }

    /** Writes one result behind its name. */
    @FunctionalInterface
    private interface Value {
        void write(JsonGenerator json, Combined combined) throws IOException;
    }

    private record Result(String name, Value value) {}

    private Value value(AggregateCall call) {
        return switch (call.function()) {
            case COUNT -> {
                Part<Long> count = part("count", Aggregators::count);
                yield (json, of) -> json.writeNumber(count.of(of));
            }
            case SUM -> {
                int at = field(call);
                Part<BigDecimal> sum = part(
                        call,
                        "sum",
                        () -> Aggregators.sumOfDecimals(r -> r.value().number(at)));
                yield (json, of) -> json.writeNumber(sum.of(of));
            }
            case MIN -> {
                int at = field(call);
                Part<Optional<BigDecimal>> min = part(
                        call,
                        "min",
                        () -> Aggregators.minOfDecimals(r -> r.value().number(at)));
                yield (json, of) -> number(json, min.of(of));
            }
            case MAX -> {
                int at = field(call);
                Part<Optional<BigDecimal>> max = part(
                        call,
                        "max",
                        () -> Aggregators.maxOfDecimals(r -> r.value().number(at)));
                yield (json, of) -> number(json, max.of(of));
            }
            case MEAN -> {
                int at = field(call);
                Part<Mean> mean =
                        part(call, "mean", () -> Aggregators.mean(r -> r.value().number(at)));
                yield (json, of) -> number(json, mean.of(of).value());
            }
            case VARIANCE -> {
                Part<Moments> moments = moments(call);
                yield (json, of) -> json.writeNumber(moments.of(of).variance().orElseThrow());
            }
            case STDDEV -> {
                Part<Moments> moments = moments(call);
                yield (json, of) -> json.writeNumber(moments.of(of).stddev().orElseThrow());
            }
            case MEDIAN -> quantile(call, 0.5);
            case PERCENTILE ->
                quantile(call, call.percentile().orElseThrow().movePointLeft(2).doubleValue());
            case DISTINCT -> {
                int at = field(call);
                Part<Distinct> distinct = part(
                        call,
                        "distinct",
                        () -> Aggregators.distinct(r -> r.value().text(at)));
                yield (json, of) -> json.writeNumber(Math.round(distinct.of(of).estimate()));
            }
            case TOP -> {
                int at = field(call);
                Part<TopItems> top = part(
                        call, "top", () -> Aggregators.topItems(r -> r.value().text(at), COUNTERS));
                yield (json, of) -> write(json, top.of(of).top(call.size()));
            }
            case SET -> {
                int at = field(call);
                Part<BoundedSet<String>> set = part(
                        call,
                        "set of " + call.size(),
                        () -> Aggregators.set(r -> r.value().text(at), Serdes.String(), call.size()));
                yield (json, of) -> write(json, set.of(of));
            }
            case FIRST -> {
                int at = field(call);
                Part<Optional<Positioned<String>>> first =
                        part(call, "first", () -> Aggregators.first(fields -> fields.json(at), Serdes.String()));
                yield (json, of) ->
                        json.writeRawValue(first.of(of).orElseThrow().value());
            }
            case LAST -> {
                int at = field(call);
                Part<Optional<Positioned<String>>> last =
                        part(call, "last", () -> Aggregators.last(fields -> fields.json(at), Serdes.String()));
                yield (json, of) -> json.writeRawValue(last.of(of).orElseThrow().value());
            }
        };
    }

    private Part<Moments> moments(AggregateCall call) {
        int at = field(call);
        return part(
                call,
                "variance",
                () -> Aggregators.variance(r -> r.value().number(at).doubleValue()));
    }

    private Value quantile(AggregateCall call, double rank) {
        int at = field(call);
        Part<Quantiles> quantiles = part(
                call,
                "quantiles",
                () -> Aggregators.quantiles(r -> r.value().number(at).doubleValue()));
        return (json, of) -> json.writeNumber(quantiles.of(of).quantile(rank).orElseThrow());
    }

    /** The index of the field that it is over, among those wanted. */
    private int field(AggregateCall call) {
        String name = call.requireField();
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).name().equals(name)) {
                wanted.set(i, wanted.get(i).and(call.function().as()));
                return i;
            }
        }
        wanted.add(new Wanted(name, call.function().as()));
        return wanted.size() - 1;
    }

    private <A> Part<A> part(AggregateCall call, String kind, Supplier<Aggregator<Positioned<Fields>, A>> aggregator) {
        return part(kind + "(" + call.requireField() + ")", aggregator);
    }

    /** The name stands for the kind of the aggregate. */
    @SuppressWarnings("unchecked")
    private <A> Part<A> part(String name, Supplier<Aggregator<Positioned<Fields>, A>> made) {
        Part<?> part = parts.get(name);
        if (part == null) {
            part = composite.part(name, made.get());
            parts.put(name, part);
        }
        return (Part<A>) part;
    }

    private static void number(JsonGenerator json, Optional<BigDecimal> number) throws IOException {
        json.writeNumber(number.orElseThrow());
    }

    private static void write(JsonGenerator json, List<TopItems.Item> top) throws IOException {
        json.writeStartArray();
        for (TopItems.Item item : top) {
            json.writeStartObject();
            json.writeStringField("item", item.item());
            json.writeNumberField("count", item.atMost());
            json.writeNumberField("error", item.atMost() - item.atLeast());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, BoundedSet<String> set) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("items");
        for (String item : set.items()) {
            json.writeString(item);
        }
        json.writeEndArray();
        json.writeBooleanField("complete", set.isComplete());
        json.writeEndObject();
    }

    @Override
    public Aggregator<Positioned<Fields>, Combined> aggregator() {
        return aggregator;
    }

    @Override
    public List<Wanted> wanted() {
        return List.copyOf(wanted);
    }

    @Override
    public AppUpdate show(Update<Combined> update) {
        return new AppUpdate(update.records(), Map.of());
    }

    @Override
    public byte[] json(Subject subject, Update<Combined> update) {
        return UpdateJson.write(subject, json -> {
            for (Result result : results) {
                json.writeFieldName(result.name());
                result.value().write(json, update.value());
            }
        });
    }
}
