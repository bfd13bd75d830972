package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.TypeFactory;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Wraps typed handlers: their input is read as Lambda's runtime would, their result is written once. */
final class RequestHandlers {

    /** The event classes of AWS need a reader of their own; a plain mapper yields empty objects without a word. */
    private static final String AWS_EVENTS = "com.amazonaws.services.lambda.runtime.events.";

    private RequestHandlers() {}

    /**
     * Wraps a handler.
     *
     * @param inputType what it reads; {@code null} to find it in the handler's class
     * @throws ConfigurationException when the type can't be found, or can't be read
     */
    static <I, O> WrappedHandler of(RequestHandler<I, O> handler, @Nullable Class<I> inputType) {
        TypeFactory types = TypeFactory.defaultInstance();
        JavaType type = inputType == null ? declaredInput(types, handler) : types.constructType(inputType);
        if (type.getRawClass().getName().startsWith(AWS_EVENTS)) {
            throw new ConfigurationException(type.getRawClass().getSimpleName()
                    + " is an event class of AWS, which this wrapper can't read. Wrap a RequestStreamHandler, or declare tools"
                    + " in a ToolFunction.");
        }
        // Members that the handler's class doesn't have are ignored, as by Lambda's runtime.
        ObjectReader reader = JsonMapper.builder()
                .findAndAddModules()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build()
                .readerFor(type);
        return (rawEvent, context) -> {
            I input;
            try {
                input = reader.readValue(rawEvent);
            } catch (IOException unreadable) {
                // Its message quotes the event.
                throw new RefusedCallException("The event does not read as "
                        + type.getRawClass().getSimpleName() + ", the input type of the handler.");
            }
            return (any, attempt) -> handler.handleRequest(input, new AttemptContext(context, attempt));
        };
    }

    private static JavaType declaredInput(TypeFactory types, RequestHandler<?, ?> handler) {
        Class<?> found = handler.getClass();
        if (found.isHidden() || found.isSynthetic()) {
            throw new ConfigurationException(
                    "The input type of a lambda expression can't be found: name it, as in wrap(handler, Refund.class).");
        }
        return types.findTypeParameters(types.constructType(found), RequestHandler.class)[0];
    }
}
