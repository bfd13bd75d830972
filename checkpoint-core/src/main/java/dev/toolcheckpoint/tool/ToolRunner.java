package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolcheckpoint.journal.Abandon;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tools: the only place that goes begin → execute → complete. Thread-safe; holds no state of any one call.
 *
 * <p>The tool runs on the caller's thread, so this never returns while the tool may still act; with a
 * renewed lease, the thread that renews it is gone by then, too. Defaults: a write reserve of
 * 200 ms, input limits of {@link JsonLimits#DEFAULT}, an {@code ObjectMapper} of its own with the modules on the class path, ISO-8601
 * times, and NaN refused.
 */
public final class ToolRunner {

    private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

    private final Journal journal;
    private final ObjectMapper mapper;
    private final JsonLimits inputLimits;
    private final Duration writeReserve;
    private final byte @Nullable [] fingerprintKey;
    private final Receipts receipts;
    private final Renewals.Rest rest;

    private ToolRunner(Builder builder) {
        this.journal = builder.journal;
        this.mapper = builder.mapper;
        this.inputLimits = builder.inputLimits;
        this.writeReserve = builder.writeReserve;
        this.fingerprintKey = builder.fingerprintKey;
        this.receipts = new Receipts(mapper, journal.maxResult());
        this.rest = builder.rest;
    }

    /** A runner over this journal. */
    public static Builder builder(Journal journal) {
        return new Builder(journal);
    }

    /** A runner over this journal with the defaults. */
    public static ToolRunner over(Journal journal) {
        return builder(journal).build();
    }

    /** Runs the call, or says why not, with nothing that cancels it. */
    public <I, O> ToolOutcome run(Tool<I, O> tool, ToolCall call, TimeBudget time) {
        return run(tool, call, time, new CancelSignal());
    }

    /**
     * Runs the call, or says why not.
     *
     * @throws StoreException the store failed before anything was claimed; the same call may come again
     * @throws CompletionUnconfirmedException the effect is done, and it is unknown whether its outcome was stored
     * @throws RecordMissingException the effect is done, and the record is gone
     * @throws ProtocolException the stored record is broken: nothing was claimed, or it broke while the tool ran
     */
    public <I, O> ToolOutcome run(Tool<I, O> tool, ToolCall call, TimeBudget time, CancelSignal cancelSignal) {
        Instant deadline = now().plus(time.work());
        Intent intent;
        I input;
        try {
            // Both before the tool sees the input: what it does to it changes nothing.
            intent = intent(tool, call);
            input = mapper.treeToValue(call.input().deepCopy(), tool.inputType());
        } catch (JsonException | ProtocolException refused) {
            return new ToolOutcome.Rejected(String.valueOf(refused.getMessage()));
        } catch (JsonProcessingException | IllegalArgumentException unreadable) {
            return new ToolOutcome.Rejected("The input does not read as "
                    + tool.inputType().getSimpleName() + ", the input type of tool \"" + tool.name() + "\".");
        }
        if (time.work().compareTo(tool.minimumTime().plus(writeReserve)) < 0) {
            journal.listener().on(new CheckpointEvent.ToolNotStarted(intent.key(), tool.name(), time.work()));
            return journal.peek(intent).map(this::withoutExecuting).orElseGet(() -> new ToolOutcome.Retryable(now()));
        }
        Begin begun = journal.begin(intent, time.lease(), deadline.minus(tool.minimumTime()));
        return begun instanceof Begin.Acquired acquired
                ? new Attempt<>(tool, call, acquired.lease(), deadline, time.renewal()).execute(input, cancelSignal)
                : withoutExecuting(begun);
    }

    private Intent intent(Tool<?, ?> tool, ToolCall call) {
        JsonNode identifying = call.fingerprinted() == null ? call.input() : call.fingerprinted();
        String fingerprint = fingerprintKey == null
                ? Digests.fingerprint(identifying, inputLimits)
                : Digests.keyedFingerprint(fingerprintKey, identifying, inputLimits);
        Binding binding = new Binding(call.namespace(), call.callId(), tool.name(), tool.revision(), fingerprint);
        return new Intent(binding, tool.recovery(), tool.downstreamKeeps().orElse(null), tool.quiescence());
    }

    private ToolOutcome withoutExecuting(Begin begun) {
        return begun.<ToolOutcome>fold(
                acquired -> {
                    throw new IllegalStateException("An acquired call must be executed.");
                },
                replay -> new ToolOutcome.Replayed(replay.outcome(), replay.status()),
                busy -> new ToolOutcome.InProgress(busy.retryAt()),
                conflict -> new ToolOutcome.Conflict(conflict.differingFields()),
                uncertain -> new ToolOutcome.Uncertain(uncertain.reason(), uncertain.since()));
    }

    private Instant now() {
        return journal.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** One claimed attempt of one call. */
    private final class Attempt<I, O> {
        private final Tool<I, O> tool;
        private final ToolCall call;
        private Lease lease;
        private final Instant deadline;
        private final @Nullable Duration renewal;

        Attempt(Tool<I, O> tool, ToolCall call, Lease lease, Instant deadline, @Nullable Duration renewal) {
            this.tool = tool;
            this.call = call;
            this.lease = lease;
            this.renewal = renewal;
            this.deadline = deadline.isBefore(lease.leaseUntil()) ? deadline : lease.leaseUntil();
        }

        ToolOutcome execute(I input, CancelSignal cancelSignal) {
            Duration left = Duration.between(now(), deadline);
            if (left.compareTo(tool.minimumTime()) < 0) {
                journal.listener().on(new CheckpointEvent.ToolNotStarted(lease.key(), tool.name(), left));
                return withoutEffect(Receipt.notStarted());
            }
            ToolContext context = new ToolContext(
                    lease.key(), call.callId(), lease.fence().epoch(), deadline, journal.clock(), cancelSignal);
            Instant started = now();
            journal.listener().on(new CheckpointEvent.ToolStarted(lease.key(), lease.fence(), tool.name()));
            Throwable failure = null;
            O output = null;
            Renewals renewals = Renewals.of(journal, lease, renewal, cancelSignal, rest);
            try {
                output = tool.handler().handle(input, context);
            } catch (Throwable thrown) { // even an Error must not leave the call without an end
                failure = thrown;
            } finally {
                renewals.close();
                lease = renewals.lease();
            }
            journal.listener()
                    .on(new CheckpointEvent.ToolEnded(
                            lease.key(),
                            lease.fence(),
                            tool.name(),
                            Duration.between(started, now()),
                            failure == null ? null : failure.getClass().getName()));
            try {
                String declared = context.uncertainty();
                if (declared != null) {
                    logFailure("declared its effect uncertain", failure);
                    return markUncertain(Uncertainty.Code.DECLARED_BY_TOOL, declared);
                }
                return failure == null ? complete(receipts.of(output), Effect.DONE) : failed(failure);
            } finally {
                if (failure instanceof InterruptedException) {
                    // Only now: an interrupted thread would not wait between two sends of the writes above.
                    Thread.currentThread().interrupt();
                }
            }
        }

        private ToolOutcome failed(Throwable failure) {
            if (failure instanceof ToolException error) {
                return complete(receipts.of(error), Effect.DONE);
            }
            if (failure instanceof NoEffectException noEffect) {
                logFailure("vouched that this attempt had no effect", noEffect);
                return withoutEffect(receipts.of(noEffect));
            }
            logFailure("failed, and nobody knows whether its effect happened", failure);
            return manual()
                    ? markUncertain(
                            Uncertainty.Code.AMBIGUOUS_FAILURE,
                            "The tool failed with " + failure.getClass().getName() + ".")
                    : giveUp();
        }

        /** This attempt surely had no effect; an earlier one of the same call may have had one. */
        private ToolOutcome withoutEffect(Receipt receipt) {
            boolean first = lease.fence().epoch() == 1;
            if (manual() || (first && !furtherAttemptAdmissible())) {
                return complete(receipt, Effect.NONE);
            }
            ToolOutcome given = giveUp();
            // Only the first attempt can vouch for the whole call: an earlier one may have acted.
            return given instanceof ToolOutcome.Uncertain && first ? complete(receipt, Effect.NONE) : given;
        }

        private boolean furtherAttemptAdmissible() {
            Instant startBefore = lease.retryStartBefore();
            Integer limit = tool.recovery() instanceof Recovery.Idempotent idempotent ? idempotent.maxAttempts() : null;
            return startBefore != null
                    && now().plus(journal.skewMargin()).isBefore(startBefore)
                    && (limit == null || lease.fence().epoch() < limit);
        }

        private ToolOutcome giveUp() {
            Abandon abandoned;
            try {
                abandoned = journal.abandon(lease);
            } catch (StoreException failure) {
                // The lease's end says the same to everybody.
                LOG.error("Giving {} up failed; a further attempt may start when its lease ends", lease.key(), failure);
                return new ToolOutcome.Retryable(lease.leaseUntil().plus(journal.skewMargin()));
            }
            if (abandoned instanceof Abandon.Abandoned given) {
                return new ToolOutcome.Retryable(given.retryAt());
            }
            if (abandoned instanceof Abandon.Uncertain uncertain) {
                return new ToolOutcome.Uncertain(
                        uncertain.reason(), uncertain.reason().at());
            }
            return asRecorded(journal.inspect(lease.key()).orElse(null), Effect.NONE);
        }

        private ToolOutcome markUncertain(Uncertainty.Code code, String reason) {
            Instant now = now();
            Uncertainty uncertainty =
                    new Uncertainty(code, reason, now, lease.fence().attemptId());
            try {
                Mark marked = journal.markUncertain(lease, code, reason);
                if (marked instanceof Mark.Stale stale) {
                    return asRecorded(stale.record(), Effect.DONE);
                }
            } catch (StoreException failure) {
                // The lease's end says the same to everybody else; the caller must hear it now.
                LOG.error("Marking {} uncertain failed; it becomes so when its lease ends", lease.key(), failure);
            }
            return new ToolOutcome.Uncertain(uncertainty, now);
        }

        private ToolOutcome complete(Receipt receipt, Effect effect) {
            Complete completed = journal.complete(lease, receipt, renewal == null ? deadline : lease.leaseUntil());
            return completed.<ToolOutcome>fold(
                    done -> new ToolOutcome.Executed(done.outcome()),
                    replayed -> new ToolOutcome.Executed(replayed.outcome()),
                    conflict -> {
                        LOG.error("The receipt of {} was refused: another outcome is stored and stays", lease.key());
                        return new ToolOutcome.Replayed(conflict.outcome(), Status.COMPLETED);
                    },
                    stale -> {
                        LOG.error("The receipt of {} was refused: its attempt does not hold the call", lease.key());
                        return asRecorded(stale.record(), effect);
                    });
        }

        /** The answer for a caller whose attempt holds nothing any more: what the record says. */
        private ToolOutcome asRecorded(@Nullable Checkpoint record, Effect effect) {
            if (record == null) {
                throw effect == Effect.DONE
                        ? RecordMissingException.afterEffect(lease.key())
                        : RecordMissingException.absent(lease.key());
            }
            if (record.status().hasOutcome()) {
                return new ToolOutcome.Replayed(journal.loadOutcome(record), record.status());
            }
            if (record.status() == Status.UNCERTAIN) {
                Uncertainty reason = record.requireUncertainty();
                return new ToolOutcome.Uncertain(reason, reason.at());
            }
            return new ToolOutcome.InProgress(
                    record.requireExecution().leaseUntil().plus(journal.skewMargin()));
        }

        private boolean manual() {
            return tool.recovery() instanceof Recovery.Manual;
        }

        private void logFailure(String what, @Nullable Throwable failure) {
            LOG.warn(
                    "Tool \"{}\" {} (call {}, attempt {})",
                    tool.name(),
                    what,
                    lease.key(),
                    lease.fence().epoch(),
                    failure);
        }
    }

    /** What an attempt can have done, for an error message. */
    private enum Effect {
        DONE,
        NONE
    }

    /** Builds a runner. Not thread-safe. */
    public static final class Builder {
        private final Journal journal;
        private ObjectMapper mapper = ResultMapper.create();
        private JsonLimits inputLimits = JsonLimits.DEFAULT;
        private Duration writeReserve = Duration.ofMillis(200);
        private byte @Nullable [] fingerprintKey;

        private Renewals.Rest rest = Renewals.ON_THE_CLOCK;

        private Builder(Journal journal) {
            this.journal = journal;
        }

        /** Reads inputs and writes results. Fingerprints don't depend on it. */
        public Builder mapper(ObjectMapper value) {
            this.mapper = value.copy();
            return this;
        }

        /** How large an input may be. */
        public Builder inputLimits(JsonLimits value) {
            this.inputLimits = value;
            return this;
        }

        /** How much time storing the outcome needs at least; 200 ms unless set; 0 or more. */
        public Builder writeReserve(Duration value) {
            if (value.isNegative()) {
                throw ProtocolException.invalidArgument(
                        "writeReserve must be 0 ms or more, found " + value.toMillis() + " ms.");
            }
            this.writeReserve = value;
            return this;
        }

        /** Makes fingerprints keyed ({@code hmac-sha256:}), for inputs that could be guessed; at least 32 bytes. */
        public Builder fingerprintKey(byte[] key) {
            if (key.length < 32) {
                throw ProtocolException.invalidArgument(
                        "A fingerprint key needs at least 32 bytes, found " + key.length + ".");
            }
            this.fingerprintKey = key.clone();
            return this;
        }

        Builder rest(Renewals.Rest value) {
            this.rest = value;
            return this;
        }

        /** The runner. */
        public ToolRunner build() {
            return new ToolRunner(this);
        }
    }
}
