package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.tool.CallIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A model's requests for tools, handed on by the program that runs the model: {@code {"run":…,"step":…,"block":{…}}}, or {@code
 * blocks} with a list. Blocks are Anthropic's {@code tool_use}, OpenAI's {@code function_call} or item of {@code tool_calls}, and
 * {@code toolUse} of Bedrock's Converse. Stateless and thread-safe.
 *
 * <p>The call id is made of the run (or session), the step (a text or a whole number: the model's turn within the run) and the
 * block's own id, because some models start their ids anew in each turn. The call-id rule is not used. Blocks are called one after
 * another. The answer is the matching result block, or the list of them in the same order. A block without an id, or of another
 * form, has no matching result: the whole event is refused with an exception, and nothing is claimed.
 */
public final class ToolBlockAdapter implements EventAdapter {

    private static final JsonLimits ARGUMENTS =
            new JsonLimits(ResponseCaps.LAMBDA_SYNC, JsonLimits.DEFAULT.maxDepth() + 8, 110_000);

    /** For {@link java.util.ServiceLoader}. */
    public ToolBlockAdapter() {}

    @Override
    public String source() {
        return "blocks of a model {\"run\":…,\"step\":…,\"block\":{…}}";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.isObject() && (event.has("block") != event.has("blocks")) && !event.has("tool");
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        JsonNode body = event.body();
        List<ToolBlock> blocks = blocks(body);
        Optional<String> problem = scopeProblem(body);
        return blocks.stream()
                .<EventCall>map(block -> problem.<EventCall>map(EventCall.Refused::new)
                        .orElseGet(() -> call(body, block, event.settings())))
                .toList();
    }

    private static List<ToolBlock> blocks(JsonNode body) {
        JsonNode several = body.path("blocks");
        if (body.has("blocks") && (!several.isArray() || several.isEmpty())) {
            throw refused("\"blocks\" must be a list of at least one block.");
        }
        List<ToolBlock> blocks = new ArrayList<>();
        for (JsonNode node : body.has("blocks") ? several : List.of(body.path("block"))) {
            String where = "Block " + (blocks.size() + 1) + " of the event";
            ToolBlock block = ToolBlock.of(node)
                    .orElseThrow(() -> refused(where + " is none of tool_use (Anthropic), function_call and function"
                            + " (OpenAI), toolUse (Bedrock Converse). Leave out what asks for no tool."));
            CallRules.problem(where + ": its id", block.id()).ifPresent(problem -> {
                throw refused(problem);
            });
            blocks.add(block);
        }
        return blocks;
    }

    private static RuntimeException refused(String reason) {
        return CallErrors.exception(ToolError.refused(reason));
    }

    private static Optional<String> scopeProblem(JsonNode body) {
        JsonNode step = body.path("step");
        boolean number = step.isIntegralNumber();
        return CallRules.problem("\"run\", the run or session that the block belongs to,", body.path("run"))
                .or(() -> number
                        ? Optional.empty()
                        : CallRules.problem("\"step\", the model's turn within the run,", step));
    }

    private static EventCall call(JsonNode body, ToolBlock block, EventSettings settings) {
        JsonNode name = block.name();
        if (!name.isTextual() || !settings.tools().contains(name.textValue())) {
            return new EventCall.Refused("There is no tool of that name, only "
                    + settings.tools().stream().sorted().toList() + ".");
        }
        JsonNode input = block.arguments();
        if (block.argumentsAreText() && input.isTextual()) {
            try {
                input = StrictJson.parse(input.textValue(), ARGUMENTS);
            } catch (JsonException unreadable) {
                return new EventCall.Refused("The arguments must be JSON: " + unreadable.getMessage() + ".");
            }
        } else if (block.argumentsAreText() || input.isMissingNode()) {
            return new EventCall.Refused("The arguments are missing"
                    + (block.argumentsAreText() ? " or no text that holds JSON." : "; {} when there are none."));
        }
        String callId = CallIds.of(
                "block",
                body.path("run").textValue(),
                body.path("step").asText(),
                block.id().textValue());
        return CallRules.call(settings, settings.namespace(), name.textValue(), callId, input, input);
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        List<ToolBlock> blocks = blocks(event.body());
        List<JsonNode> answers = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            answers.add(answer(event, blocks.get(i), results.get(i)));
        }
        boolean several = event.body().has("blocks");
        int cap = ResponseCaps.of(event.settings(), ResponseCaps.LAMBDA_SYNC);
        List<Integer> largestFirst = IntStream.range(0, answers.size())
                .boxed()
                .filter(i -> CallErrors.outcome(results.get(i)).isPresent())
                .sorted(Comparator.comparing(i -> -answers.get(i).toString().length()))
                .toList();
        byte[] answer = bytes(answers, several);
        for (int i = 0; answer.length > cap && i < largestFirst.size(); i++) {
            int large = largestFirst.get(i);
            answers.set(large, overCap(blocks.get(large), (CallResult.Ended) results.get(large), cap));
            answer = bytes(answers, several);
        }
        return answer;
    }

    private static JsonNode answer(LambdaEvent event, ToolBlock block, CallResult result) {
        Optional<ToolError> error =
                CallErrors.of(result, event.settings().clock().instant());
        String text = error.map(found -> ModelText.of(found, result))
                .orElseGet(() -> ModelText.of(CallErrors.outcome(result).orElseThrow()));
        return block.form().result(block.id().textValue(), text, error.isPresent());
    }

    private static JsonNode overCap(ToolBlock block, CallResult.Ended ended, int cap) {
        Outcome stored = CallErrors.outcome(ended).orElseThrow();
        ToolError error = CallErrors.overCap(ended.key(), stored, cap);
        return block.form().result(block.id().textValue(), ModelText.of(error, ended), true);
    }

    private static byte[] bytes(List<JsonNode> answers, boolean several) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode().addAll(answers);
        return (several ? list : list.get(0)).toString().getBytes(StandardCharsets.UTF_8);
    }
}
