package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs tools: the only place that goes begin → execute → complete. Thread-safe; holds no state of any one call.
 *
 * <p>The tool runs on the caller's thread, so this never returns while the tool may still act; with a
 * renewed lease, the thread that renews it is gone by then, too. Defaults: a write reserve of
 * 200 ms, input limits of {@link JsonLimits#DEFAULT}, an {@code ObjectMapper} of its own with the modules on the class path, ISO-8601
 * times, and NaN refused.
 */
public final class ToolRunner {

    private final Journal journal;
    private final ObjectMapper mapper;
    private final JsonLimits inputLimits;
    private final Duration writeReserve;
    private final byte @Nullable [] fingerprintKey;
    private final Receipts receipts;
    private final Renewals.Rest rest;

    private ToolRunner(Builder builder) {
        this.journal = builder.journal;
        this.mapper = builder.mapper != null ? builder.mapper : ResultMapper.create();
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

    /** The journal's clock: what times in its ends are compared with. */
    public Clock clock() {
        return journal.clock();
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
                ? new ToolAttempt<>(journal, receipts, tool, call, acquired.lease(), deadline)
                        .renewing(time.renewal(), rest)
                        .execute(input, cancelSignal)
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
                replay -> new ToolOutcome.Replayed(replay.outcome(), replay.status(), replay.deliverable()),
                busy -> new ToolOutcome.InProgress(busy.retryAt()),
                conflict -> new ToolOutcome.Conflict(conflict.differingFields()),
                uncertain -> new ToolOutcome.Uncertain(uncertain.reason(), uncertain.since()));
    }

    private Instant now() {
        return journal.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Builds a runner. Not thread-safe. */
    public static final class Builder {
        private final Journal journal;
        private @Nullable ObjectMapper mapper;
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
