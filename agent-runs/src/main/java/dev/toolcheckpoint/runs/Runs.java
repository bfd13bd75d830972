package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.journal.RetryPolicy;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.WaitPoint.Answer;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs of agents: starts, executes, decides, cancels and looks after them. Thread-safe; holds no state of any one run.
 *
 * <p>Every method throws {@link StoreException} when the store fails, and {@link ProtocolException} for a value out of range (before any I/O) or
 * a stored document that is broken or of a newer schema; that run is left as it is.
 *
 * <p>Defaults: the journal's clock, the store's own skew margin, no listener, approvals to the log, no dispatcher.
 */
public final class Runs {

    private final RunSettings settings;
    private final Storage storage;
    private final KeyQueue keys;
    private final Starting starting;
    private final Claims claims;
    private final Decisions decisions;
    private final Cancelling cancelling;
    private final Notices notices;
    private final Ticks ticks;
    private final Threads threads;

    private Runs(RunSettings settings) {
        this.settings = settings;
        this.storage = new Storage(settings);
        this.keys = new KeyQueue(storage, settings.ids());
        this.starting = new Starting(settings, storage, keys);
        this.claims = new Claims(settings, storage);
        this.decisions = new Decisions(settings, storage);
        this.cancelling = new Cancelling(settings, storage, keys);
        this.notices = new Notices(settings, storage);
        this.ticks = new Ticks(settings, storage, decisions, notices);
        this.threads = new Threads(storage);
    }

    /**
     * Starts to build.
     *
     * @param store where runs are kept; stays the caller's
     * @param journal what effect tools run under; stays the caller's
     */
    public static Builder builder(RunStore store, Journal journal) {
        return new Builder(store, journal);
    }

    /**
     * Starts a run, or says which run the trigger started before. The run is handed to the dispatcher.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} for an unknown agent; nothing was started
     */
    public Start start(StartRequest request) {
        Starting.Result result = starting.start(request);
        Run run = Views.run(head(result.run()));
        if (!result.isNew()) {
            return result.sameTrigger() ? new Start.AlreadyStarted(run) : new Start.Conflict(run);
        }
        if (run.status() == RunStatus.QUEUED) {
            settings.dispatch(run.key());
        }
        return new Start.Started(run);
    }

    private Head head(RunKey run) {
        return storage.find(Keys.run(run))
                .map(Head::of)
                .orElseThrow(() -> ProtocolException.invalidCheckpoint(
                        "The run " + run + " is named by its trigger and isn't there. Restore it from a copy."));
    }

    /** Executes the run on the caller's thread, until it ends, waits or is handed over; within {@link ExecutionLimits#DEFAULT}. */
    public Execute execute(RunKey run) {
        return execute(run, ExecutionLimits.DEFAULT);
    }

    /**
     * Executes the run on the caller's thread, until it ends, waits or is handed over.
     *
     * @throws StoreException the store failed in the middle; the claim ends by itself, and another execution goes on
     */
    public Execute execute(RunKey run, ExecutionLimits limits) {
        Head seen = storage.head(run);
        if (seen == null) {
            return new Execute.UnknownRun(run);
        }
        Agent agent = settings.agents().get(seen.state().agent());
        if (agent == null) {
            return new Execute.UnknownAgent(Views.run(seen));
        }
        Head claimed = claims.claim(seen, limits.lease());
        return claimed == null ? new Execute.NotClaimed(Views.run(seen)) : execute(claimed, agent, limits);
    }

    private Execute execute(Head claimed, Agent agent, ExecutionLimits limits) {
        RunKey run = claimed.key();
        try (Watch watch = Watch.over(settings, storage, run, claimed.claim(), limits)) {
            History history = storage.history(run);
            Holder holder = new Holder(settings, storage, keys, history, claimed.claim(), watch);
            if (!history.head().version().equals(claimed.version())) {
                throw holder.lost();
            }
            if (agent.continuesThread() && !history.hasBase() && history.state().continues() != null) {
                holder.base(threads.before(history));
                history = storage.history(run);
                holder = new Holder(settings, storage, keys, history, claimed.claim(), watch);
            }
            Settling settling = new Settling(settings, history, holder, notices);
            new Execution(settings, agent, history, holder, settling, watch, limits).run();
            return new Execute.Settled(Views.details(storage.history(run)).run());
        } catch (LeaseLostException lost) {
            settings.tell(new RunEvent.LeaseLost(run, claimed.claim().epoch()));
            settings.tellLost(run, lost);
            return new Execute.LeaseLost(run);
        }
    }

    /**
     * Approves a call.
     *
     * @param namespace the run's
     * @param token as the notifier sent it
     * @param by who decides, 1 to 512 UTF-16 units
     */
    public Decided approve(String namespace, String token, String by) {
        return decisions.byToken(namespace, token, Answer.APPROVED, by, null);
    }

    /**
     * Rejects a call. The model is told, with the reason.
     *
     * @param namespace the run's
     * @param token as the notifier sent it
     * @param by who decides, 1 to 512 UTF-16 units
     * @param reason why; {@code null} for none; 1 to 512 UTF-16 units
     */
    public Decided reject(String namespace, String token, String by, @Nullable String reason) {
        return decisions.byToken(namespace, token, Answer.REJECTED, by, reason);
    }

    /** Approves a call by its name, for whoever may reach the store itself. */
    public Decided approve(RunKey run, String approvalId, String by) {
        return decisions.decide(run, approvalId, Answer.APPROVED, by, null);
    }

    /** Rejects a call by its name, for whoever may reach the store itself. */
    public Decided reject(RunKey run, String approvalId, String by, @Nullable String reason) {
        return decisions.decide(run, approvalId, Answer.REJECTED, by, reason);
    }

    /**
     * Lets a run go on that waits for the settling of an uncertain call or for other code. When nothing changed it waits again.
     *
     * @return whether it waited for such a thing
     */
    public boolean resume(RunKey run, String by) {
        return decisions.goOn(run, by);
    }

    /**
     * Ends a run that nobody has, and asks whoever has it to end it.
     *
     * @param by who wants it
     */
    public Cancelled cancel(RunKey run, String by) {
        return cancelling.cancel(run, by);
    }

    /**
     * Looks after everything that is due: hands over runs that nobody works on, expires approvals, sends requests again that were not accepted,
     * and lets runs go on whose uncertain call was settled. Call it on a schedule, from as many places as you like.
     *
     * @param until when to stop
     */
    public Tick tick(Instant until) {
        return ticks.tick(until);
    }

    /** The run without its steps; empty when there is none. */
    public Optional<Run> find(RunKey run) {
        return storage.find(Keys.run(run)).map(Head::of).map(Views::run);
    }

    /** Everything that is stored of the run; empty when there is none. */
    public Optional<RunDetails> load(RunKey run) {
        return storage.find(Keys.run(run)).isEmpty()
                ? Optional.empty()
                : Optional.of(Views.details(storage.history(run)));
    }

    /**
     * Runs of a namespace, in the store's own order. A hint: each may have changed since.
     *
     * @param limit 1 to 1 000
     * @param cursor where the page before ended; {@code null} to start
     */
    public RunStore.Page<Run> list(String namespace, int limit, @Nullable String cursor) {
        RunStore.Page<RunItem> page = settings.store().list(namespace, Keys.RUN_SORT, limit, cursor);
        List<Run> runs = page.entries().stream().map(Head::of).map(Views::run).toList();
        return new RunStore.Page<>(runs, page.nextCursor());
    }

    /** Builds {@link Runs}. Not thread-safe. */
    public static final class Builder {
        private final RunStore store;
        private final Journal journal;
        private @Nullable ToolRunner runner;
        private IdSource ids = IdSource.secureRandom();
        private Pause pause = Pause.sleeping();
        private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
        private @Nullable Duration skewMargin;
        private Duration notifyAgainAfter = Duration.ofMinutes(1);
        private final Map<String, Agent> agents = new LinkedHashMap<>();
        private RunListener listener = RunListener.none();
        private ApprovalNotifier notifier = new LogNotifier();
        private RunDispatcher dispatcher = RunDispatcher.none();

        private Builder(RunStore store, Journal journal) {
            this.store = store;
            this.journal = journal;
        }

        /** Adds agents. Their names differ. */
        public Builder agents(Agent... values) {
            for (Agent agent : values) {
                if (agents.put(agent.name(), agent) != null) {
                    throw ProtocolException.invalidArgument(
                            "Two agents are called \"" + agent.name() + "\". Each has a name of its own.");
                }
            }
            return this;
        }

        /** Runs effect tools; made over the journal unless set. */
        public Builder runner(ToolRunner value) {
            this.runner = value;
            return this;
        }

        /** Makes run, owner and write ids; secure random unless set. Approval tokens are always secure random. */
        public Builder ids(IdSource value) {
            this.ids = value;
            return this;
        }

        /** Waits; sleeps unless set. */
        public Builder pause(Pause value) {
            this.pause = value;
            return this;
        }

        /** How often a commit is sent again, and how long the engine waits before it asks a model again. */
        public Builder retryPolicy(RetryPolicy value) {
            this.retryPolicy = value;
            return this;
        }

        /** What covers the difference of any two clocks; the store's own unless set. */
        public Builder skewMargin(Duration value) {
            if (value.isNegative()) {
                throw ProtocolException.invalidArgument(
                        "skewMargin must be 0 ms or more, found " + value.toMillis() + " ms.");
            }
            this.skewMargin = value;
            return this;
        }

        /** When a request that was not accepted is sent again, and an uncertain call is looked at again; a minute unless set; 1 ms or more. */
        public Builder notifyAgainAfter(Duration value) {
            if (value.toMillis() < 1) {
                throw ProtocolException.invalidArgument(
                        "notifyAgainAfter must be at least 1 ms, found " + value.toMillis() + " ms.");
            }
            this.notifyAgainAfter = value;
            return this;
        }

        /** Is told what happens. */
        public Builder listener(RunListener value) {
            this.listener = value;
            return this;
        }

        /** Tells people what waits for them; the log unless set. */
        public Builder notifier(ApprovalNotifier value) {
            this.notifier = value;
            return this;
        }

        /** Hands runs to whoever executes them; nobody unless set. */
        public Builder dispatcher(RunDispatcher value) {
            this.dispatcher = value;
            return this;
        }

        /** The runs. */
        public Runs build() {
            return new Runs(new RunSettings(
                    store,
                    journal,
                    runner == null ? ToolRunner.over(journal) : runner,
                    journal.clock(),
                    ids,
                    pause,
                    retryPolicy,
                    skewMargin == null ? store.defaultSkewMargin() : skewMargin,
                    notifyAgainAfter,
                    Map.copyOf(agents),
                    listener,
                    notifier,
                    dispatcher));
        }
    }
}
