package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong with one call of a {@link FaultInjectingStore}. Immutable. Whatever happens to the call itself, {@link
 * #before} and {@link #after} add something that happens around it: {@code Fault.loseAnswer().after(() -> …)}.
 */
public final class Fault {

    /** What happens to the request and to its answer. */
    enum Kind {
        /** Both arrive. */
        NONE,
        /** The request never arrives. */
        NOT_SENT,
        /** The request arrives, the answer does not. */
        ANSWER_LOST,
        /** The request is under way until the test lets it arrive. */
        HELD,
        /** A refusal comes without the record. */
        RECORD_WITHHELD
    }

    private final String name;
    private final Kind kind;
    private final @Nullable Supplier<? extends RuntimeException> failure;
    private final List<Runnable> before;
    private final List<Runnable> after;

    private Fault(
            String name,
            Kind kind,
            @Nullable Supplier<? extends RuntimeException> failure,
            List<Runnable> before,
            List<Runnable> after) {
        this.name = name;
        this.kind = kind;
        this.failure = failure;
        this.before = before;
        this.after = after;
    }

    /** Nothing goes wrong; something may happen {@link #before} or {@link #after} the call. */
    public static Fault none() {
        return new Fault("none", Kind.NONE, null, List.of(), List.of());
    }

    /** The store can't be reached: nothing arrives, and the caller knows it (not ambiguous, retryable). */
    public static Fault unavailable() {
        return failing("unavailable", Kind.NOT_SENT, () -> StoreException.unavailable("Injected: out of reach.", null));
    }

    /** The store refuses for now: nothing was written, and the caller knows it (not ambiguous, retryable). */
    public static Fault throttle() {
        return failing("throttle", Kind.NOT_SENT, () -> StoreException.unavailable("Injected: throttled.", null));
    }

    /** The request is lost: nothing arrives, and the caller doesn't know (ambiguous). */
    public static Fault dropRequest() {
        return failing(
                "dropRequest", Kind.NOT_SENT, () -> StoreException.unknownResult("Injected: request lost.", null));
    }

    /** The answer is lost: the call is carried out, and the caller doesn't know (ambiguous). */
    public static Fault loseAnswer() {
        return failing(
                "loseAnswer", Kind.ANSWER_LOST, () -> StoreException.unknownResult("Injected: answer lost.", null));
    }

    /**
     * A late packet, for writes: the caller gives up without knowing (ambiguous), and the request arrives when the test calls
     * {@link FaultInjectingStore#releaseNext} or {@link FaultInjectingStore#releaseAll}.
     */
    public static Fault hold() {
        return failing("hold", Kind.HELD, () -> StoreException.unknownResult("Injected: request delayed.", null));
    }

    /** The request never arrives, and the caller gets this exception. */
    public static Fault failWith(Supplier<? extends RuntimeException> exception) {
        return failing("failWith", Kind.NOT_SENT, exception);
    }

    /** The call is carried out, and the caller gets this exception instead of the answer. */
    public static Fault failAfterwardsWith(Supplier<? extends RuntimeException> exception) {
        return failing("failAfterwardsWith", Kind.ANSWER_LOST, exception);
    }

    /**
     * For writes: a condition that does not hold is answered by {@code Refused(null)}, also for a write that was stored
     * before, as by a stand-in of a database that does not return the record in the way.
     */
    public static Fault withholdRecord() {
        return new Fault("withholdRecord", Kind.RECORD_WITHHELD, null, List.of(), List.of());
    }

    /** Time passes before the request arrives. */
    public static Fault delayBefore(VirtualClock clock, Duration time) {
        return none().before(() -> clock.advance(time)).named("delayBefore(" + time + ")");
    }

    /** Time passes before the answer, which may be a failure, arrives. */
    public static Fault delayAfter(VirtualClock clock, Duration time) {
        return none().after(() -> clock.advance(time)).named("delayAfter(" + time + ")");
    }

    /** The same fault, and {@code action} runs before the request is sent: another worker's move, or time that passes. */
    public Fault before(Runnable action) {
        return new Fault(name, kind, failure, with(before, action), after);
    }

    /** The same fault, and {@code action} runs after the store did its part, before the caller hears of it. */
    public Fault after(Runnable action) {
        return new Fault(name, kind, failure, before, with(after, action));
    }

    /** The same fault under a name that reads better in a log. */
    public Fault named(String text) {
        return new Fault(text, kind, failure, before, after);
    }

    @Override
    public String toString() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    void runBefore() {
        before.forEach(Runnable::run);
    }

    void runAfter() {
        after.forEach(Runnable::run);
    }

    RuntimeException failure() {
        return Objects.requireNonNull(failure).get();
    }

    private static List<Runnable> with(List<Runnable> actions, Runnable action) {
        return Stream.concat(actions.stream(), Stream.of(action)).toList();
    }

    private static Fault failing(String name, Kind kind, Supplier<? extends RuntimeException> failure) {
        return new Fault(name, kind, failure, List.of(), List.of());
    }
}
