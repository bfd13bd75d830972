package dev.toolcheckpoint.lambda.runs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.Events;
import dev.toolcheckpoint.lambda.http.HttpAnswer;
import dev.toolcheckpoint.lambda.http.HttpEvent;
import dev.toolcheckpoint.lambda.http.HttpProblems;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.runs.Decided;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.WaitPoint.Decision;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Takes decisions on approvals over HTTP. Thread-safe.
 *
 * <p>{@code POST} decides: {@code {"decision":"approve" or "reject","reason":…,"token":…}}, the token in the body or as the path's last part.
 * Who decides is whom the authoriser vouches for ({@link RunsSetup#approver}); without one it is 401. Answers 200 with the decision when it
 * counts, also when the same was decided before; 409 when something else was, 410 when nobody waits any more, 404 for an unknown token.
 *
 * <p>{@code GET} reads and decides nothing, as links in messages are fetched by scanners and previews: it answers a page with two buttons
 * that post, the same for every token.
 */
public final class RunApprovalFunction implements RequestStreamHandler {

    private static final String PAGE = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<title>Approval</title></head><body><h1>Approve this call?</h1><form method=\"post\">"
            + "<p><label>Reason <input name=\"reason\" maxlength=\"512\"></label></p>"
            + "<p><button name=\"decision\" value=\"approve\">Approve</button> "
            + "<button name=\"decision\" value=\"reject\">Reject</button></p></form></body></html>";

    private final RunHost host;

    /** For Lambda: reads the environment. */
    public RunApprovalFunction() {
        this(System.getenv());
    }

    /** Reads this environment. */
    public RunApprovalFunction(Map<String, String> environment) {
        this(RunHost.of(environment));
    }

    /** Over this host. */
    public RunApprovalFunction(RunHost host) {
        this.host = host;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        JsonNode event = Events.parse(input);
        HttpEvent request = HttpEvent.of(event).orElseThrow(() -> Events.unrecognised("HTTP request", event));
        output.write(answer(request, event.path("requestContext"))
                .header("Cache-Control", "no-store")
                .header("Referrer-Policy", "no-referrer")
                .render(request));
    }

    private HttpAnswer answer(HttpEvent request, JsonNode requestContext) {
        return switch (request.method()) {
            case "POST" -> decide(request, host.setup().approver(requestContext));
            case "GET" ->
                new HttpAnswer(200, "text/html; charset=utf-8", PAGE.getBytes(StandardCharsets.UTF_8))
                        .header(
                                "Content-Security-Policy",
                                "default-src 'none'; form-action 'self'; frame-ancestors 'none'");
            default ->
                problem(405, "method-not-allowed", "The method is not allowed", "A decision is made with POST.")
                        .header("Allow", "GET, POST");
        };
    }

    private HttpAnswer decide(HttpEvent request, Optional<String> by) {
        if (by.isEmpty()) {
            return problem(
                    401,
                    "nobody",
                    "Nobody vouches for who decides",
                    "A decision is kept with a name, from the authoriser of the route; this route has none. Nothing was decided.");
        }
        try {
            DecisionRequest asked = DecisionRequest.of(request);
            return answer(
                    asked.approves()
                            ? host.runs().approve(host.namespace(), asked.token(), by.get())
                            : host.runs().reject(host.namespace(), asked.token(), by.get(), asked.reason()));
        } catch (RefusedTriggerException refused) {
            return HttpProblems.of(ToolError.refused(String.valueOf(refused.getMessage())));
        } catch (CheckpointException failure) {
            return HttpProblems.of(CallErrors.failure(failure));
        }
    }

    private static HttpAnswer answer(Decided decided) {
        if (decided instanceof Decided.Done done) {
            return stored(done.run(), done.decision());
        } else if (decided instanceof Decided.Already already) {
            return stored(already.run(), already.decision());
        } else if (decided instanceof Decided.Conflict conflict) {
            return HttpProblems.problem(
                    409,
                    "decided-otherwise",
                    "Something else was decided",
                    "That stays; nothing changed.",
                    shown(conflict.run(), conflict.decision()));
        } else if (decided instanceof Decided.TooLate late) {
            return HttpProblems.problem(
                    410,
                    "too-late",
                    "Nobody waits for the decision any more",
                    late.why(),
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("run", late.run().id())
                            .put("runStatus", late.status().name()));
        }
        return problem(404, "unknown-approval", "No approval has this token", "Nothing was decided.");
    }

    private static HttpAnswer stored(RunKey run, Decision decision) {
        return new HttpAnswer(
                200, "application/json", shown(run, decision).toString().getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode shown(RunKey run, Decision decision) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("run", run.id())
                .put("decision", decision.answer().name())
                .put("by", decision.by())
                .put("at", decision.at().toString());
    }

    private static HttpAnswer problem(int status, String type, String title, String detail) {
        return HttpProblems.problem(status, type, title, detail, JsonNodeFactory.instance.objectNode());
    }
}
