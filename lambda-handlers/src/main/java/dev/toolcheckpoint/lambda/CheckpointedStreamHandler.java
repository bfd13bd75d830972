package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a checkpoint around an existing handler without a change of code: make this class the function's handler, and name the
 * existing one in {@code TOOL_CHECKPOINT_HANDLER}, as in {@code com.acme.Refund::handleRequest}. Store, tool name, recovery and
 * the call-id rule come from the environment as well, see {@link LambdaConfiguration}. Thread-safe when the handler is.
 */
public final class CheckpointedStreamHandler implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointedStreamHandler.class);

    private final CheckpointedHandler handler;

    /** For Lambda: reads the environment. */
    public CheckpointedStreamHandler() {
        this(System.getenv());
    }

    /**
     * Reads this environment.
     *
     * @throws ConfigurationException listing every problem of it, or when the handler's class can't be made
     */
    public CheckpointedStreamHandler(Map<String, String> environment) {
        LambdaConfiguration configuration =
                LambdaConfiguration.from(environment, LambdaConfiguration.Use.NAMED_HANDLER);
        Object named = instance(configuration.handler().orElseThrow());
        this.handler = wrap(named).configuration(configuration).build();
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        handler.handleRequest(input, output, context);
    }

    private static CheckpointedHandler.Builder wrap(Object named) {
        if (named instanceof RequestStreamHandler stream) {
            return CheckpointedHandler.wrap(stream);
        }
        if (named instanceof RequestHandler<?, ?> typed) {
            return CheckpointedHandler.wrap(typed);
        }
        throw problem(named.getClass().getName(), "is neither a RequestHandler nor a RequestStreamHandler");
    }

    private static Object instance(String name) {
        int colons = name.indexOf("::");
        String className = colons < 0 ? name : name.substring(0, colons);
        if (colons >= 0 && !name.substring(colons + 2).equals("handleRequest")) {
            throw problem(name, "names a method that is not the interfaces' own; expected CLASS::handleRequest");
        }
        if (className.equals(CheckpointedStreamHandler.class.getName())) {
            throw problem(name, "would wrap itself; name your own handler");
        }
        try {
            return Class.forName(className).getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError failure) {
            LOG.error("The handler that {}HANDLER names can't be made", LambdaConfiguration.PREFIX, failure);
            throw problem(
                    name,
                    "can't be made (" + failure.getClass().getSimpleName()
                            + ", see the log); expected a class with a public no-argument constructor");
        }
    }

    private static ConfigurationException problem(String value, String what) {
        return new ConfigurationException(LambdaConfiguration.PREFIX + "HANDLER=\"" + value + "\" " + what + ".");
    }
}
