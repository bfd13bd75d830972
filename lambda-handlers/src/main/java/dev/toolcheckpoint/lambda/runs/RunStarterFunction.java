package dev.toolcheckpoint.lambda.runs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.Events;
import dev.toolcheckpoint.lambda.bus.EventBridgeAdapter;
import dev.toolcheckpoint.lambda.http.HttpAnswer;
import dev.toolcheckpoint.lambda.http.HttpEvent;
import dev.toolcheckpoint.lambda.http.HttpProblems;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.Start;
import dev.toolcheckpoint.runs.StartRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Starts runs, for HTTP requests and events of EventBridge. The same trigger starts one run: the header {@code Idempotency-Key}, or the
 * detail's {@code idempotencyKey}, or the event's own id names it. Thread-safe.
 *
 * <p>HTTP: {@code {"agent":…,"payload":…,"trigger":…,"keys":{…},"thread":…,"concurrencyKey":…}}, all optional but the agent where there
 * are several. Answers {@code {"run":…,"agent":…,"status":…}} with 202 for a new run and 200 for one that was started before (a waiting run
 * says {@code WAITING}), or a problem document: 400 for what can't be started, 422 for the key of another trigger, 503 when the store is
 * down. An event gets the same object, and an exception in place of a problem.
 */
public final class RunStarterFunction implements RequestStreamHandler {

    private static final EventBridgeAdapter BUS = new EventBridgeAdapter();

    private final RunHost host;
    private final Triggers triggers;

    /** For Lambda: reads the environment. */
    public RunStarterFunction() {
        this(System.getenv());
    }

    /** Reads this environment. */
    public RunStarterFunction(Map<String, String> environment) {
        this(RunHost.of(environment));
    }

    /** Over this host. */
    public RunStarterFunction(RunHost host) {
        this.host = host;
        this.triggers = new Triggers(host);
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        JsonNode event = Events.parse(input);
        Optional<HttpEvent> request = HttpEvent.of(event);
        if (request.isPresent()) {
            output.write(answer(request.get()).render(request.get()));
        } else if (BUS.recognises(event)) {
            output.write(answer(event).toString().getBytes(StandardCharsets.UTF_8));
        } else {
            throw Events.unrecognised("HTTP request; " + BUS.source(), event);
        }
    }

    /** What came of a trigger: an answer or an error. */
    private record Answer(boolean isNew, ObjectNode body) {}

    private interface Reading {
        StartRequest read() throws RefusedTriggerException;
    }

    private HttpAnswer answer(HttpEvent request) {
        if (!request.method().equals("POST")) {
            return HttpProblems.problem(
                            405,
                            "method-not-allowed",
                            "The method is not allowed",
                            "A run is started with POST. Nothing was started.",
                            JsonNodeFactory.instance.objectNode())
                    .header("Allow", "POST");
        }
        try {
            Answer answer = start(() -> triggers.of(request));
            return new HttpAnswer(
                    answer.isNew() ? 202 : 200,
                    "application/json",
                    answer.body().toString().getBytes(StandardCharsets.UTF_8));
        } catch (NotStartedException not) {
            return HttpProblems.of(not.error());
        }
    }

    private ObjectNode answer(JsonNode event) {
        try {
            return start(() -> triggers.of(event)).body();
        } catch (NotStartedException not) {
            // A returned error would count as success, and the event would be lost.
            throw CallErrors.exception(not.error());
        }
    }

    private Answer start(Reading reading) throws NotStartedException {
        Start start;
        try {
            StartRequest asked = host.setup().request(reading.read());
            start = host.runs()
                    .start(new StartRequest(host.namespace(), asked.agent(), asked.trigger(), asked.concurrencyKey()));
        } catch (RefusedTriggerException refused) {
            throw new NotStartedException(ToolError.refused(String.valueOf(refused.getMessage())));
        } catch (CheckpointException failure) {
            throw new NotStartedException(CallErrors.failure(failure));
        }
        if (start instanceof Start.Conflict) {
            throw new NotStartedException(ToolError.of(
                    ToolError.Kind.CONFLICT,
                    "TRIGGER_CONFLICT",
                    "This key belongs to another trigger; nothing was started. A new run needs a new key.",
                    false,
                    true));
        }
        return new Answer(start instanceof Start.Started, shown(start.run()));
    }

    /** What a caller may know: where the run is, nothing of what it holds. */
    private static ObjectNode shown(Run run) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("run", run.key().id())
                .put("agent", run.agent())
                .put("status", run.status().name());
    }

    /** Carries an error to the form that the source reads. */
    private static final class NotStartedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient ToolError error;

        NotStartedException(ToolError error) {
            super(error.code());
            this.error = error;
        }

        ToolError error() {
            return error;
        }
    }
}
