/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serde;

/**
 * The sessions of a key, each with an aggregate: by ascending time, disjoint, and further apart than the gap. A record begins a
 * session of its own; what is no further apart than the gap is joined, as in Kafka Streams. In which order records and parts
 * come makes no difference, so this is a commutative monoid if the aggregator inside is one.
 *
 * @param inside aggregates the records of a session
 * @param gap in milliseconds; at least 0
 */
public record SessionAggregator<V, A>(Aggregator<Positioned<V>, A> inside, long gap)
        implements Aggregator<Positioned<V>, List<Session<A>>> {
    private static final int VERSION = 1;
    private static final int MOST = 1 << 20;

    public SessionAggregator {
        if (gap < 0) {
            throw new IllegalArgumentException("gap must be >= 0, was " + gap);
        }
    }

    @Override
    public List<Session<A>> identity() {
        return List.of();
    }

    @Override
    public List<Session<A>> fold(List<Session<A>> sessions, Positioned<V> value) {
        A one = inside.fold(inside.identity(), value);
        return merge(sessions, List.of(new Session<>(value.timestamp(), value.timestamp(), 1, one)));
    }

    @Override
    public List<Session<A>> merge(List<Session<A>> left, List<Session<A>> right) {
        List<Session<A>> merged = new ArrayList<>(left.size() + right.size());
        int l = 0;
        int r = 0;
        while (l < left.size() || r < right.size()) {
            boolean fromLeft = r == right.size()
                    || (l < left.size() && left.get(l).start() <= right.get(r).start());
            append(merged, fromLeft ? left.get(l++) : right.get(r++));
        }
        return merged;
    }

    private void append(List<Session<A>> merged, Session<A> next) {
        Session<A> last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
        if (last == null || next.start() - last.end() > gap) {
            merged.add(next);
        } else {
            merged.set(
                    merged.size() - 1,
                    new Session<>(
                            last.start(),
                            Math.max(last.end(), next.end()),
                            last.records() + next.records(),
                            inside.merge(last.aggregate(), next.aggregate())));
        }
    }

    @Override
    public Serde<List<Session<A>>> serde() {
        Serde<A> serde = inside.serde();
        return new Format<List<Session<A>>>("sessions of " + inside.describe(), VERSION) {
            @Override
            void write(String topic, List<Session<A>> sessions, ByteOut out) {
                out.unsigned(sessions.size());
                for (Session<A> session : sessions) {
                    out.signed(session.start())
                            .unsigned(session.end() - session.start())
                            .unsigned(session.records())
                            .counted(serde.serializer().serialize(topic, session.aggregate()));
                }
            }

            @Override
            List<Session<A>> read(String topic, ByteIn in) {
                int count = in.upTo(MOST, "the number of sessions");
                List<Session<A>> sessions = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    long start = in.signed();
                    long end = Math.addExact(start, in.natural());
                    long records = in.natural();
                    if (i > 0 && start - sessions.get(i - 1).end() <= gap) {
                        throw in.damaged(
                                "a session must begin more than " + gap + " ms after the end of the one before");
                    }
                    sessions.add(new Session<>(
                            start, end, records, serde.deserializer().deserialize(topic, in.counted())));
                }
                return sessions;
            }
        }.serde();
    }

    @Override
    public boolean same(List<Session<A>> left, List<Session<A>> right) {
        return left.size() == right.size()
                && IntStream.range(0, left.size()).allMatch(i -> same(left.get(i), right.get(i)));
    }

    private boolean same(Session<A> left, Session<A> right) {
        return left.start() == right.start()
                && left.end() == right.end()
                && left.records() == right.records()
                && inside.same(left.aggregate(), right.aggregate());
    }

    @Override
    public String describe() {
        return "sessions of " + inside.describe() + " with a gap of " + gap + " ms";
    }
}
