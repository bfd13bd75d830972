package dev.toolcheckpoint.deliverers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.deliverers.http.DeliveryCommand.Answer;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.VirtualClock;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A receiver, and the network before it, that do what the history says. It counts what it took. */
final class ModelReceiver {

    /** Ends a worker where it stands: nothing catches it but the history. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

    private final boolean deduplicates;
    private final WrongRule wrong;
    private final VirtualClock clock;
    private final Coverage coverage;
    private final Deque<Answer> script = new ArrayDeque<>();
    private final Set<String> keys = new HashSet<>();
    private final Set<String> bodies = new HashSet<>();
    private boolean gone;
    private int taken;
    private int sends;

    ModelReceiver(boolean deduplicates, WrongRule wrong, VirtualClock clock, Coverage coverage) {
        this.deduplicates = deduplicates;
        this.wrong = wrong;
        this.clock = clock;
        this.coverage = coverage;
    }

    /** What it does with the next requests; it takes those that follow. */
    void next(List<Answer> answers) {
        script.clear();
        script.addAll(answers);
    }

    /** How many messages it took for different ones. */
    int taken() {
        return taken;
    }

    /** Requests since the last time this was asked. */
    int sendsSince() {
        int since = sends;
        sends = 0;
        return since;
    }

    /** Every request had the same bytes. */
    void assertSameBytes() {
        assertThat(bodies).as("the bytes are the same at every attempt").hasSizeLessThanOrEqualTo(1);
    }

    /**
     * What becomes of one request.
     *
     * @param meanwhile what others do while it is under way for longer than its lease
     */
    Result receive(Message message, Runnable meanwhile) {
        sends++;
        bodies.add(new String(message.bytes(), StandardCharsets.UTF_8));
        Answer answer = script.isEmpty() ? Answer.TAKES : script.removeFirst();
        coverage.hit("receiver " + answer);
        switch (answer) {
            case WORKER_DIES_BEFORE -> throw new Death();
            case REQUEST_IS_LOST -> {
                return noAnswer();
            }
            case FAILS_WITH_500 -> {
                return status(500, Map.of());
            }
            case BUSY_503 -> {
                return status(503, Map.of());
            }
            case ASKS_FOR_TWO_SECONDS -> {
                return status(429, Map.of("Retry-After", List.of("2")));
            }
            case ASKS_FOR_AN_HOUR -> {
                return status(503, Map.of("Retry-After", List.of("3600")));
            }
            case GONE_FOR_EVER -> gone = true;
            case TAKES_AFTER_THE_LEASE -> meanwhile.run();
            default -> {
                // Arrives below.
            }
        }
        int status = arrive(message);
        return switch (answer) {
            case TAKES_BUT_ANSWER_IS_LOST -> noAnswer();
            case TAKES_BUT_FAILS_WITH_500 -> status(500, Map.of());
            case WORKER_DIES_AFTER -> throw new Death();
            default -> status(status, Map.of());
        };
    }

    /** What the receiver itself says: one that has it is never gone for it. */
    private int arrive(Message message) {
        if (deduplicates && keys.contains(message.key())) {
            coverage.hit("receiver 409");
            return 409;
        }
        if (gone) {
            return 410;
        }
        keys.add(message.key());
        taken++;
        return 200;
    }

    private Result noAnswer() {
        return switch (wrong) {
            case LOST_ANSWER_IS_A_FAILURE -> new Result.NotArrived("reset");
            case LOST_ANSWER_IS_AN_ARRIVAL -> new Result.Arrived();
            default -> new Result.Unknown("reset");
        };
    }

    private Result status(int status, Map<String, List<String>> headers) {
        boolean believed = deduplicates || wrong == WrongRule.SERVER_ERROR_IS_A_FAILURE;
        Result result = Answers.of(
                status, HttpHeaders.of(headers, (name, value) -> true), believed, clock.instant(), LONGEST_RETRY_AFTER);
        return wrong == WrongRule.REFUSAL_IS_A_FAILURE && result instanceof Result.Refused
                ? new Result.NotArrived("410")
                : result;
    }
}
