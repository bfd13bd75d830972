package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.invocation.InvocationParameters;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.tool.CallIds;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a conversation: what the user wanted once, however often it is tried. Pass it to the assistant's method:
 *
 * <pre>{@code
 * interface Desk {
 *     String chat(@MemoryId String conversation, @UserMessage String text, InvocationParameters parameters);
 * }
 * desk.chat("conversation-17", text, Turn.of(message.id()));
 * }</pre>
 *
 * <p>Its id comes from outside and is the same for every try of the turn: the id of the user's message, of the queue's message body, of
 * the HTTP request's {@code Idempotency-Key}. Never one that is made for each try, such as an invocation id or a time.
 */
public final class Turn {

    /** The invocation parameter that holds the turn's id. */
    public static final String PARAMETER = "dev.toolcheckpoint/turn";

    private Turn() {}

    /**
     * Parameters with this turn and nothing else.
     *
     * @param id 1 to 512 UTF-16 units, not blank; unique within the conversation (the memory id)
     */
    public static InvocationParameters of(String id) {
        return in(new InvocationParameters(), id);
    }

    /** Puts the turn into these parameters, which are returned. */
    public static InvocationParameters in(InvocationParameters parameters, String id) {
        Optional<String> problem = CallIds.problem("The turn's id", id);
        if (problem.isPresent()) {
            throw ProtocolException.invalidArgument(problem.get());
        }
        parameters.put(PARAMETER, id);
        return parameters;
    }

    static Optional<String> find(@Nullable InvocationParameters parameters) {
        return Optional.ofNullable(parameters)
                .map(InvocationParameters::asMap)
                .map(map -> map.get(PARAMETER))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(id -> !id.isBlank());
    }
}
