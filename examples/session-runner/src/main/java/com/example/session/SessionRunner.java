package com.example.session;

import dev.toolcheckpoint.deliverers.http.HttpDeliverer;
import dev.toolcheckpoint.deliverers.http.HttpSender;
import dev.toolcheckpoint.delivery.DeliveryOutcome;
import dev.toolcheckpoint.delivery.DeliveryRunner;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Answers the tool calls of one agent session: lists what is unanswered, runs each call through the journal, posts its result.
 * Thread-safe; several may serve the same session.
 *
 * <p>Executing and posting are apart. A call that is listed again, because its result never arrived or its runner was killed, is
 * answered from the journal. A post that got no answer is repeated with the same bytes once its lease is over: the session takes one
 * result a call, and answers 409 to a second.
 */
public final class SessionRunner {

    /** The pause before another round when nobody said how long; doubled up to {@link #LONGEST_PAUSE}. */
    public static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

    /** The longest of those pauses. */
    public static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /** How long a post is believed under way. */
    public static final Duration POST_LEASE = Duration.ofSeconds(60);

    private static final Duration ROUND = Duration.ofMinutes(5);

    private final RemoteSessions sessions;
    private final String session;
    private final Journal journal;
    private final Map<String, Tool<?, ?>> tools;
    private final Pause pause;
    private final ToolRunner runner;
    private final DeliveryRunner posts;
    private final Reconciler reconciler;

    /**
     * A runner.
     *
     * @param session the session's id, which is also the namespace of its records
     * @param sender how results are posted: credentials, time-out; its receivers deduplicate
     * @param pause how to wait
     */
    public SessionRunner(
            RemoteSessions sessions,
            String session,
            Journal journal,
            List<Tool<?, ?>> tools,
            HttpSender sender,
            Pause pause) {
        this.sessions = sessions;
        this.session = session;
        this.journal = journal;
        this.tools = tools.stream().collect(Collectors.toUnmodifiableMap(Tool::name, Function.identity()));
        this.pause = pause;
        this.runner = ToolRunner.over(journal);
        // A record names no receiver. It has what leads to one: the session and the call's id.
        HttpDeliverer deliverer = HttpDeliverer.of(
                sender,
                request -> journal.inspect(request.key())
                        .map(Checkpoint::binding)
                        .map(binding -> sessions.resultOf(binding.namespace(), binding.callId())));
        this.posts = DeliveryRunner.builder(journal, deliverer)
                .lease(POST_LEASE)
                .pause(pause)
                .build();
        Reconciler.Builder repeats = Reconciler.builder(journal);
        this.tools.keySet().forEach(name -> repeats.deliverer(name, deliverer));
        this.reconciler = repeats.build();
    }

    /** Rounds until nothing is left that time could change. */
    public Round untilAnswered() throws InterruptedException {
        Duration wait = FIRST_PAUSE;
        while (true) {
            Round round = round(wait);
            if (round.nextAt().isEmpty()) {
                return round;
            }
            Duration left = Duration.between(now(), round.nextAt().get());
            if (left.compareTo(Duration.ZERO) > 0) {
                pause.pause(left);
            }
            Duration doubled = wait.multipliedBy(2);
            wait = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
        }
    }

    /**
     * One round over what is unanswered now.
     *
     * @param wait when to come again for what failed without saying when
     */
    public Round round(Duration wait) throws InterruptedException {
        Round.Notes notes = new Round.Notes();
        try {
            // First: what a runner before this one posted may be there already, and is then listed no more.
            reconciler.run(ROUND);
            for (RemoteSessions.Call call : sessions.unanswered(session)) {
                answer(call, notes, wait);
            }
            openPosts(notes, wait);
        } catch (IOException | CheckpointException notNow) {
            notes.again(now().plus(wait));
        }
        return notes.round();
    }

    private void answer(RemoteSessions.Call call, Round.Notes notes, Duration wait) {
        Tool<?, ?> tool = tools.get(call.tool());
        if (tool == null) {
            notes.waiting(call.id());
            return;
        }
        try {
            ToolOutcome outcome = runner.run(tool, ToolCall.of(session, call.id(), call.input()), TimeBudget.DEFAULT);
            if (outcome instanceof ToolOutcome.Executed it) {
                post(call, it.deliverable(), notes, wait);
            } else if (outcome instanceof ToolOutcome.Replayed it) {
                post(call, it.deliverable(), notes, wait);
            } else if (outcome instanceof ToolOutcome.Retryable it) {
                notes.again(later(it.retryAt(), wait));
            } else if (outcome instanceof ToolOutcome.InProgress it) {
                notes.again(later(it.retryAt(), Duration.ZERO));
            } else {
                // Uncertain: nobody knows, so nobody tells the agent anything. Conflict, rejected: not the call it says
                // it is.
                notes.waiting(call.id());
            }
        } catch (CheckpointException failure) {
            // One call that can't be read or stored now doesn't keep the others.
            notes.again(now().plus(wait));
        }
    }

    private void post(RemoteSessions.Call call, Deliverable deliverable, Round.Notes notes, Duration wait) {
        DeliveryOutcome outcome = posts.deliver(deliverable);
        if (outcome instanceof DeliveryOutcome.Delivered) {
            notes.delivered();
        } else if (outcome instanceof DeliveryOutcome.Undeliverable) {
            notes.undeliverable(call.id());
        } else if (outcome instanceof DeliveryOutcome.NotDelivered it) {
            Instant told = it.retryAt();
            notes.again(told == null ? now().plus(wait) : told);
        } else if (outcome instanceof DeliveryOutcome.InProgress it) {
            notes.again(later(it.leaseUntil().plus(journal.skewMargin()), Duration.ZERO));
        } else if (outcome instanceof DeliveryOutcome.InDoubt it) {
            notes.again(later(it.since().plus(POST_LEASE).plus(journal.skewMargin()), Duration.ZERO));
        }
    }

    /**
     * Posts of which nobody knows how they ended, and whose calls may be listed no more because they arrived: they may be repeated
     * from the end of their lease on.
     */
    private void openPosts(Round.Notes notes, Duration wait) {
        Instant horizon = now().plus(Leases.LONGEST).plus(journal.skewMargin());
        for (Checkpoint open : journal.attention(
                        new AttentionQuery(Set.of(Attention.Kind.DELIVERY), horizon, 100, null))
                .records()) {
            Instant over = open.requireDelivery().leaseUntil().plus(journal.skewMargin());
            notes.again(over.isAfter(now()) ? over : now().plus(wait));
        }
    }

    private Instant later(Instant at, Duration wait) {
        Instant soon = now().plus(wait);
        return at.isAfter(soon) ? at : soon;
    }

    private Instant now() {
        return journal.clock().instant();
    }
}
