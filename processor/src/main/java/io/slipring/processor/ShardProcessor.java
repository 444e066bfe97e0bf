/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Positioned;
import io.slipring.processor.aggregate.Session;
import io.slipring.processor.core.Effects;
import io.slipring.processor.core.LedgerBook;
import io.slipring.processor.core.ShardCore;
import io.slipring.processor.core.TaskState;
import io.slipring.processor.core.Transfer;
import io.slipring.ring.Tokens;
import io.slipring.ring.source.ControlPlane;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka Streams shell of a {@link ShardCore}: decodes what comes in, forwards what goes out, drains before each commit
 * and ticks by wall clock.
 */
final class ShardProcessor<K, V, A> implements Processor<Object, Object, Object, Object> {
    private static final Logger LOG = LoggerFactory.getLogger(ShardProcessor.class);
    /** Not much shorter: Kafka Streams takes fewer records at a time, down to one, while punctuations come often. */
    private static final Duration FAST_TICK = Duration.ofMillis(50);

    private static final Duration COMMIT_GRACE = Duration.ofMinutes(1);
    /** A process that was stopped and goes on ticks before it commits, once or twice. */
    private static final int OVERDUE_TICKS = 10;

    private final AggregationSpec<K, V, A> spec;
    private final ShardRuntimes runtimes;
    private final boolean wantsLate;

    // Set by init; Kafka Streams calls nothing before it.
    private @Nullable Task task;

    /** @param wantsLate whether there is a child for records that came too late for their windows */
    ShardProcessor(AggregationSpec<K, V, A> spec, ShardRuntimes runtimes, boolean wantsLate) {
        this.spec = spec;
        this.runtimes = runtimes;
        this.wantsLate = wantsLate;
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        task = new Task(context);
    }

    @Override
    public void process(Record<Object, Object> message) {
        requireTask().process(message);
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
            task = null;
        }
    }

    private Task requireTask() {
        if (task == null) {
            throw new IllegalStateException("Cannot process a record: the processor is not open");
        }
        return task;
    }

    /** What exists between init and close. */
    private final class Task implements Effects<A> {
        private final ProcessorContext<Object, Object> context;
        private final SlipringConfig config;
        private final int partition;
        private final ShardRuntime runtime;
        private final Serializer<K> keySerializer = spec.keySerde().serializer();
        private final Deserializer<K> keyDeserializer = spec.keySerde().deserializer();
        private final String changelogTopic;
        private final ShardCore<Positioned<V>, A> core;
        private final LedgerBook ledger;
        private final ShardMetrics metrics;
        private final ThreadTasks.Share share = ThreadTasks.share();
        private int adopted;
        private Cancellable schedule;
        private Duration interval;
        private final ReportSchedule reports;
        /** Whether something came that no commit has settled yet, and by {@code nanoTime} since when. */
        private boolean unsettled;

        private long unsettledSince;
        private int overdueTicks;

        Task(ProcessorContext<Object, Object> context) {
            this.context = context;
            this.config = new SlipringConfig(context.appConfigs());
            this.partition = config.partitionOverride().orElse(context.taskId().partition());
            this.changelogTopic = TaskNames.changelogTopic(
                    context.applicationId(), spec.names().homeStore());
            this.reports = new ReportSchedule(config.progressInterval(), ControlPlane.HEARTBEAT);
            this.runtime = runtimes.acquire(context.appConfigs());
            try {
                KeyValueStore<Bytes, byte[]> home =
                        context.getStateStore(spec.names().homeStore());
                KeyValueStore<Bytes, byte[]> control =
                        context.getStateStore(spec.names().controlStore());
                PreCommitStore preCommit = context.getStateStore(spec.names().preCommitStore());
                this.core = new ShardCore<>(
                        partition,
                        runtime.epochs(),
                        new AggregatorFolding<>(spec.aggregator(), changelogTopic),
                        spec.windows().windowing(config, context::currentSystemTimeMs),
                        new StreamsHomeStore(home),
                        new StreamsControlStore(control),
                        this,
                        config.limits(),
                        System::nanoTime);
                this.ledger = new LedgerBook(new StreamsLedgerStore(home));
                this.adopted = core.epoch();
                preCommit.beforeCommit(context, this::beforeCommit);
                this.metrics = new ShardMetrics(context, spec.names().name(), partition);
                this.interval = FAST_TICK;
                this.schedule = scheduleTicks();
            } catch (RuntimeException e) {
                runtimes.release(runtime);
                throw e;
            }
        }

        void process(Record<Object, Object> message) {
            if (!unsettled) {
                unsettled = true;
                unsettledSince = System.nanoTime();
            }
            if (message.value() instanceof IncomingTransfer incoming) {
                core.transfer(() -> receive(incoming, message.headers()));
            } else {
                take(message);
            }
            if (noticeAdoption()) {
                tickEvery(FAST_TICK);
            }
        }

        /** Logs a newly adopted epoch, whatever made the core adopt it; returns whether there is one. */
        private boolean noticeAdoption() {
            if (core.epoch() == adopted) {
                return false;
            }
            LOG.info(
                    "Adopted ring={} epoch={} previous={} partition={}", spec.ring(), core.epoch(), adopted, partition);
            adopted = core.epoch();
            return true;
        }

        private Transfer receive(IncomingTransfer incoming, Headers headers) {
            Transfer transfer = TransferCodec.decode(incoming.bytes());
            long offset = context.recordMetadata().orElseThrow().offset();
            ledger.received(transfer, offset, CommitHeader.read(headers).isPresent());
            return transfer;
        }

        private void take(Record<Object, Object> message) {
            share.record();
            RecordMetadata source = context.recordMetadata().orElse(null);
            if (source != null) {
                ledger.took(source.topic(), source.offset());
            }
            boolean folded = false;
            try {
                folded = fold(message, source);
            } finally {
                if (!folded) {
                    ledger.skipped();
                    metrics.dropped();
                }
            }
        }

        /** Returns whether the record has a key, and a value if it needs one. */
        @SuppressWarnings("unchecked") // SlipringAggregation wires a KStream<K, V> in
        private boolean fold(Record<Object, Object> message, @Nullable RecordMetadata source) {
            if (message.key() == null || (message.value() == null && !spec.nullValues())) {
                return false;
            }
            String topic = source == null ? changelogTopic : source.topic();
            byte[] key = keySerializer.serialize(topic, message.headers(), (K) message.key());
            if (key == null) {
                return false;
            }
            boolean inTime =
                    core.record(key, positioned((V) message.value(), message.timestamp(), source), message.timestamp());
            if (!inTime) {
                late(message);
            }
            return true;
        }

        private void late(Record<Object, Object> message) {
            metrics.late();
            if (wantsLate) {
                context.forward(message, spec.names().late());
            }
        }

        private Positioned<V> positioned(V value, long timestamp, @Nullable RecordMetadata source) {
            return source == null
                    ? new Positioned<>(value, timestamp, "", -1, -1)
                    : new Positioned<>(value, timestamp, source.topic(), source.partition(), source.offset());
        }

        private void tick(long now) {
            requireCommits();
            boolean moreToDo = core.tick(share.isBusy(), share.among());
            share.works(moreToDo);
            noticeAdoption();
            tickEvery(moreToDo ? FAST_TICK : config.idleTick());
            report(now);
        }

        /** Guards the one thing that is taken on trust from Kafka's internals: that commits tell us beforehand. */
        private void requireCommits() {
            Duration limit = config.commitInterval().multipliedBy(2).plus(COMMIT_GRACE);
            Duration waited = Duration.ofNanos(System.nanoTime() - unsettledSince);
            overdueTicks = unsettled && waited.compareTo(limit) > 0 ? overdueTicks + 1 : 0;
            if (overdueTicks >= OVERDUE_TICKS) {
                throw new IllegalStateException("No commit was announced for " + waited.toMillis() + " ms at partition "
                        + partition + " (commit interval "
                        + config.commitInterval().toMillis()
                        + " ms): this version of Kafka Streams is not supported");
            }
        }

        private void beforeCommit() {
            ledger.close(core.beforeCommit(), core::state);
            unsettled = false;
            report(context.currentSystemTimeMs());
        }

        private void report(long now) {
            if (reports.mayBeDue(now)) {
                TaskState state = core.state();
                if (reports.isDue(now, state)) {
                    metrics.state(state);
                    runtime.report(partition, state);
                }
            }
        }

        private void tickEvery(Duration wanted) {
            if (!wanted.equals(interval)) {
                schedule.cancel();
                interval = wanted;
                schedule = scheduleTicks();
            }
        }

        private Cancellable scheduleTicks() {
            return context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, this::tick);
        }

        /** The key, with its window if there are windows of time. */
        private Object typed(byte[] cell) {
            K key = key(cell);
            return spec.windows().cells().areWindows() ? spec.windows().windowed(key, cell) : key;
        }

        private K key(byte[] cell) {
            return keyDeserializer.deserialize(
                    changelogTopic, spec.windows().cells().key(cell));
        }

        @Override
        public void emit(byte[] key, A aggregate, long records, long timestamp) {
            if (spec.windows().cells().areSessions()) {
                Session<?> session = (Session<?>) ((List<?>) aggregate).get(0);
                update(
                        WindowSpec.session(key(key), session.start(), session.end()),
                        new Update<>(session.aggregate(), records, timestamp),
                        timestamp);
            } else {
                update(typed(key), new Update<>(aggregate, records, timestamp), timestamp);
            }
        }

        private void update(Object key, @Nullable Update<?> update, long timestamp) {
            context.forward(
                    new Record<>(key, update, Math.max(0, timestamp)),
                    spec.names().updates());
        }

        @Override
        public void retract(byte[] cell, long start, long end) {
            update(WindowSpec.session(key(cell), start, end), null, end);
        }

        @Override
        public void erased(byte[] key, long records, long timestamp) {
            LOG.info(
                    "Erased a key application={} partition={} token={} records={}",
                    context.applicationId(),
                    partition,
                    HexFormat.of()
                            .toHexDigits(Tokens.token(spec.windows().cells().key(key))),
                    records);
            if (spec.tombstones() && !spec.windows().cells().areSessions()) {
                update(typed(key), null, timestamp);
            }
        }

        @Override
        public void send(int to, Transfer transfer) {
            metrics.sent(transfer);
            ledger.sent(to, transfer);
            context.forward(
                    new Record<>(
                            null,
                            new OutgoingTransfer(to, transfer),
                            TransferCodec.TIMESTAMP,
                            CommitHeader.of(ledger.commit())),
                    spec.names().transferSink());
        }

        void close() {
            share.works(false);
            metrics.close();
            runtime.forget(partition);
            runtimes.release(runtime);
        }
    }
}
