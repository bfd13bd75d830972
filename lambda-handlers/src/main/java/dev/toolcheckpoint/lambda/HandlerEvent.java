package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Predicate;

/** What a wrapped handler gets for one call, and how its answer is read. Immutable; its bytes are not copied. */
public final class HandlerEvent {

    private final byte[] bytes;
    private final Predicate<JsonNode> saysFailed;
    private final boolean looksAtAnswers;
    private final boolean storable;

    private HandlerEvent(byte[] bytes, Predicate<JsonNode> saysFailed, boolean looksAtAnswers, boolean storable) {
        this.bytes = bytes;
        this.saysFailed = saysFailed;
        this.looksAtAnswers = looksAtAnswers;
        this.storable = storable;
    }

    /** The event as the source itself would send it for this one call; every answer to it is a result. */
    public static HandlerEvent of(byte[] event) {
        return new HandlerEvent(event, answer -> false, false, true);
    }

    /** The same event with answers that say the call failed, and go to somebody who waits: see {@link FailedAnswer}. */
    public HandlerEvent failedAnswer(Predicate<JsonNode> failed) {
        return new HandlerEvent(bytes, failed, true, true);
    }

    /** The same event with answers that say the call failed, and only ask the source to send it again. */
    public HandlerEvent failedItem(Predicate<JsonNode> failed) {
        return new HandlerEvent(bytes, failed, true, false);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Whether this answer says that the call failed; answers are made JSON only when that can be. */
    boolean saysFailed(HandlerAnswer answer, FailedAnswer meaning) {
        boolean stored = meaning == FailedAnswer.STORED && storable;
        return looksAtAnswers && !stored && saysFailed.test(answer.json().get());
    }

    /** Leaves the event out: it may be secret. */
    @Override
    public String toString() {
        return "HandlerEvent[" + bytes.length + " bytes]";
    }
}
