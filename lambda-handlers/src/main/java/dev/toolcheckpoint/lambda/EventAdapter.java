package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * Speaks the language of one event source. Stateless and thread-safe; it starts no tool and reads no store.
 *
 * <p>A new source is one class that implements this, named in {@code META-INF/services} or given to {@link
 * ToolFunction.Builder#adapter}. For each event the function asks {@link #recognises}, then {@link #calls}, makes the calls and
 * asks {@link #render}. An event that no adapter recognises is an {@link UnrecognisedEventException}, and so is one that several
 * do: an empty answer would tell some sources that all is done.
 */
public interface EventAdapter {

    /** The source and its shape in a few words, for messages. */
    String source();

    /** Whether the event has this source's shape. Only one adapter may say so. */
    boolean recognises(JsonNode event);

    /**
     * Whether the invocation itself says that it is this source's, as in its client context. Then the event's shape is not
     * looked at by anybody: it may be whatever the caller likes.
     */
    default boolean claims(Context context) {
        return false;
    }

    /**
     * Whether this source speaks inside another's shape (JSON-RPC in an HTTP request): of several adapters that recognise an
     * event, those that don't refine give way. No unless overridden.
     */
    default boolean refines() {
        return false;
    }

    /** What the event asks for, in the order of its parts. An item that can't be read is an {@link EventCall.Refused}. */
    List<EventCall> calls(LambdaEvent event);

    /** In which order the calls are made; one after another unless the source says otherwise. */
    default Schedule schedule(LambdaEvent event, List<EventCall> calls) {
        return Schedule.oneByOne(calls.size());
    }

    /** How this source invokes the function; the configured way unless the source always does it in one. */
    default Invocation invocation(EventSettings settings) {
        return settings.invocation();
    }

    /** Whether a call with this end counts as failed in a lane that stops at the first failure. */
    default boolean failed(LambdaEvent event, CallResult result) {
        return CallErrors.of(result, event.settings().clock().instant()).isPresent();
    }

    /**
     * This source's adapter for a function that is one wrapped handler, which was written for the source's own events and
     * answers; empty (unless overridden) when such a handler can't be served.
     *
     * @param tool the handler's tool, of every call
     */
    default Optional<EventAdapter> forHandler(String tool) {
        return Optional.empty();
    }

    /**
     * What a wrapped handler gets for a call; the whole event unless overridden.
     *
     * @param raw the event's bytes as they were sent
     * @param call the call's place in {@link #calls}
     */
    default HandlerEvent handlerEvent(LambdaEvent event, byte[] raw, int call) {
        return HandlerEvent.of(raw);
    }

    /**
     * The answer in this source's form.
     *
     * @param results one for each of {@link #calls}, in the same order
     * @return the bytes to return, to the letter
     * @throws CallException where this source learns of a failure by an exception only
     */
    byte[] render(LambdaEvent event, List<CallResult> results);
}
