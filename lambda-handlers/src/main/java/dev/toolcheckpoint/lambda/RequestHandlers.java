package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.tool.ToolResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wraps typed handlers: their input is read as Lambda's runtime would, their result is written once. */
final class RequestHandlers {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandlers.class);

    private RequestHandlers() {}

    /** Reads an event. */
    @FunctionalInterface
    private interface Reader<I> {
        I read(byte[] event) throws IOException;
    }

    /**
     * Wraps a handler.
     *
     * @param inputType what it reads; {@code null} to find it in the handler's class
     * @throws ConfigurationException when the type can't be found, or can't be read
     */
    static <I, O> WrappedHandler of(RequestHandler<I, O> handler, @Nullable Class<I> inputType) {
        TypeFactory types = TypeFactory.defaultInstance();
        JavaType type = inputType == null ? declaredInput(types, handler) : types.constructType(inputType);
        // Members that the handler's class doesn't have are ignored, as by Lambda's runtime.
        ObjectMapper mapper = JsonMapper.builder()
                .findAndAddModules()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        Reader<I> reader = reader(mapper, type);
        return (rawEvent, context) -> {
            I input;
            try {
                input = reader.read(rawEvent);
            } catch (IOException | RuntimeException unreadable) {
                // Its message quotes the event.
                throw new RefusedCallException("The event does not read as "
                        + type.getRawClass().getSimpleName() + ", the input type of the handler.");
            }
            return attempt -> answer(mapper, handler.handleRequest(input, new AttemptContext(context, attempt)));
        };
    }

    @SuppressWarnings("unchecked") // the type is the handler's own
    private static <I> Reader<I> reader(ObjectMapper mapper, JavaType type) {
        if (isAwss(type.getRawClass())) {
            try {
                return AwsEvents.reader((Class<I>) type.getRawClass())::apply;
            } catch (LinkageError absent) {
                throw new ConfigurationException(
                        type.getRawClass().getSimpleName()
                                + " is an event class of AWS, and nothing here can read it: add"
                                + " com.amazonaws:aws-lambda-java-serialization to the class path (Lambda's managed runtimes have it).");
            }
        }
        var reader = mapper.readerFor(type);
        return reader::readValue;
    }

    private static boolean isAwss(Class<?> type) {
        return type.getName().startsWith("com.amazonaws.services.lambda.runtime.events.");
    }

    private static HandlerAnswer answer(ObjectMapper mapper, @Nullable Object output) {
        if (output != null && isAwss(output.getClass())) {
            try {
                byte[] json = AwsEvents.write(output);
                return new HandlerAnswer(
                        ToolResult.json(new String(json, StandardCharsets.UTF_8)), () -> tree(mapper, json));
            } catch (RuntimeException | LinkageError unwritable) { // the effect is done, so the call must end
                LOG.error(
                        "An answer of type {} can't be written as Lambda's runtime does",
                        output.getClass().getName(),
                        unwritable);
            }
        }
        return new HandlerAnswer(output, () -> tree(mapper, output));
    }

    /** What can't be written ends as the runner says, and tells nothing here. */
    private static JsonNode tree(ObjectMapper mapper, @Nullable Object output) {
        try {
            JsonNode tree = output instanceof byte[] json ? mapper.readTree(json) : mapper.valueToTree(output);
            return tree == null ? MissingNode.getInstance() : tree;
        } catch (IOException | RuntimeException unwritable) {
            return MissingNode.getInstance();
        }
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
