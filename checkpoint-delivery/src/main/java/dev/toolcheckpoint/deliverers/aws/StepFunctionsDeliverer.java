package dev.toolcheckpoint.deliverers.aws;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * Completes the task of a state machine that waits for an outcome: a success with {@code SendTaskSuccess} and the stored JSON to the
 * letter (a text for anything else, in base64 when it is binary, {@code null} for no result), an error with {@code SendTaskFailure},
 * {@value #TOOL_ERROR} and the stored text as its cause. Thread-safe.
 *
 * <p>Idempotent: a task is completed once. A result over 262 144 bytes fails the task with {@value #TOO_LARGE}, and so does an error
 * over 32 768 characters with its size for a cause, so that the task doesn't wait for something that can't come.
 */
public final class StepFunctionsDeliverer implements Deliverer {

    /** The error of a stored error. */
    public static final String TOOL_ERROR = "TOOL_ERROR";

    /** The error of a result that a task can't take: the call is done, do not repeat it. */
    public static final String TOO_LARGE = "RESULT_TOO_LARGE";

    private final TaskSender sender;
    private final Destination<String> token;

    private StepFunctionsDeliverer(TaskSender sender, Destination<String> token) {
        this.sender = sender;
        this.token = token;
    }

    /** A deliverer to the tasks of these tokens. */
    public static StepFunctionsDeliverer of(TaskSender sender, Destination<String> token) {
        return new StepFunctionsDeliverer(sender, token);
    }

    @Override
    public boolean idempotent() {
        return true;
    }

    @Override
    public Result deliver(Request request) {
        return request.outcome().payload() instanceof Payload.Inline inline
                ? Outgoing.to(request, token, to -> complete(to, request, inline.bytes()))
                : Outgoing.forgotten();
    }

    private Result complete(String to, Request request, byte[] payload) {
        Outcome outcome = request.outcome();
        if (outcome.kind() == Outcome.Kind.ERROR) {
            String cause = text(payload);
            return cause.length() <= TaskSender.LONGEST_CAUSE
                    ? sender.fail(to, TOOL_ERROR, cause)
                    : sender.fail(to, TOOL_ERROR, tooLarge(request));
        }
        String output = output(outcome, payload);
        return output.getBytes(StandardCharsets.UTF_8).length <= TaskSender.LARGEST_OUTPUT
                ? sender.succeed(to, output)
                : sender.fail(to, TOO_LARGE, tooLarge(request));
    }

    private static String output(Outcome outcome, byte[] payload) {
        if (outcome.isVoid()) {
            return "null";
        }
        String type = outcome.mediaType().toLowerCase(Locale.ROOT);
        if (type.startsWith("application/json") || type.contains("+json")) {
            return new String(payload, StandardCharsets.UTF_8);
        }
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text(payload))) + "\"";
    }

    private static String text(byte[] payload) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
        } catch (CharacterCodingException binary) {
            return Base64.getEncoder().encodeToString(payload);
        }
    }

    private static String tooLarge(Request request) {
        return "The call is done, and its outcome of " + request.outcome().size() + " bytes is stored under "
                + request.key() + "; a task can't take it. Do not repeat the call.";
    }
}
