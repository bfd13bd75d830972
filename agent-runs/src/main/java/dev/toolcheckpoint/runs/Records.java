package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** The small documents. */
final class Records {

    private Records() {}

    /**
     * Who has a run.
     *
     * @param owner random, made for one execution; empty when nobody has it
     * @param epoch counts the claims
     * @param expiresAt until when the owner is believed alive
     */
    record Claim(String owner, long epoch, Instant expiresAt) {

        static final Claim NONE = new Claim("", 0, Instant.EPOCH);

        boolean held() {
            return !owner.isEmpty();
        }

        /** Stays the same while the owner renews. */
        String fence() {
            return epoch + ":" + owner;
        }

        Claim released(Instant now) {
            return new Claim("", epoch, now);
        }
    }

    /**
     * The wish to cancel.
     *
     * @param by who
     * @param at when
     */
    record Cancel(String by, Instant at) {}

    /**
     * A trigger id that was seen.
     *
     * @param run the run it started
     * @param digest what makes the trigger, so that another one under its id is noticed
     */
    record Seen(String run, String digest) {}

    /**
     * Who has a concurrency key, and who waits for it.
     *
     * @param holder the run's id; empty for nobody
     * @param head the first ticket that is still there
     * @param tail the next ticket's number
     */
    record KeyHolder(String holder, long head, long tail) {
        /** What a claim asks for. */
        String fence() {
            return holder.isEmpty() ? "free" : holder;
        }
    }

    /**
     * A run's place in a queue, or the last run of a thread.
     *
     * @param run the run's id
     */
    record RunRef(String run) {}

    /**
     * What a token is for.
     *
     * @param run the run's id
     * @param awaited the wait's id
     */
    record TokenRef(String run, String awaited) {}

    /**
     * The final answer.
     *
     * @param text what the model said last
     */
    record Output(String text) {}

    /**
     * A named JSON value of a run.
     *
     * @param value what the model wrote
     */
    record StateValue(JsonNode value) {}

    /**
     * What a run goes on from.
     *
     * @param messages those of the runs before in the thread, as LangChain4j writes them
     */
    record Base(List<JsonNode> messages) {
        Base {
            messages = List.copyOf(messages);
        }
    }

    /**
     * Steps that were merged into one item.
     *
     * @param turns in order
     */
    record Segment(List<Turn> turns) {
        Segment {
            turns = List.copyOf(turns);
        }
    }
}
