package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A model's request for a tool, in one of the forms that models have.
 *
 * @param form which
 * @param id what the result refers to; may be missing
 * @param name the tool's name; may be missing
 * @param arguments the input: a tree, or a text that holds one, as {@code form} says; may be missing
 */
record ToolBlock(Form form, JsonNode id, JsonNode name, JsonNode arguments) {

    /** The forms, each with its result. */
    enum Form {
        /** Anthropic's Messages: {@code tool_use} and {@code tool_result}. */
        ANTHROPIC {
            @Override
            ObjectNode result(String id, String text, boolean error) {
                ObjectNode block = object().put("type", "tool_result")
                        .put("tool_use_id", id)
                        .put("content", text);
                return error ? block.put("is_error", true) : block;
            }
        },
        /** OpenAI's Responses: {@code function_call} and {@code function_call_output}. */
        OPENAI_RESPONSES {
            @Override
            ObjectNode result(String id, String text, boolean error) {
                return object().put("type", "function_call_output")
                        .put("call_id", id)
                        .put("output", marked(text, error));
            }
        },
        /** OpenAI's Chat Completions: an item of {@code tool_calls} and a message of the role {@code tool}. */
        OPENAI_CHAT {
            @Override
            ObjectNode result(String id, String text, boolean error) {
                return object().put("role", "tool").put("tool_call_id", id).put("content", marked(text, error));
            }
        },
        /** Bedrock's Converse: {@code toolUse} and {@code toolResult}. */
        CONVERSE {
            @Override
            ObjectNode result(String id, String text, boolean error) {
                ObjectNode block = object();
                ObjectNode result = block.putObject("toolResult").put("toolUseId", id);
                result.putArray("content").addObject().put("text", text);
                result.put("status", error ? "error" : "success");
                return block;
            }
        };

        /** The matching result. */
        abstract ObjectNode result(String id, String text, boolean error);

        private static ObjectNode object() {
            return JsonNodeFactory.instance.objectNode();
        }

        /** Where a result has no flag, its text must say that it is an error. */
        private static String marked(String text, boolean error) {
            return error ? "Error: " + text : text;
        }
    }

    /** Reads a block; empty when it has none of the forms. */
    static Optional<ToolBlock> of(JsonNode block) {
        String type = block.path("type").asText("");
        if (block.path("toolUse").isObject()) {
            JsonNode use = block.path("toolUse");
            return Optional.of(
                    new ToolBlock(Form.CONVERSE, use.path("toolUseId"), use.path("name"), use.path("input")));
        }
        return switch (type) {
            case "tool_use" ->
                Optional.of(new ToolBlock(Form.ANTHROPIC, block.path("id"), block.path("name"), block.path("input")));
            case "function_call" ->
                Optional.of(new ToolBlock(
                        Form.OPENAI_RESPONSES, block.path("call_id"), block.path("name"), block.path("arguments")));
            case "function" -> {
                JsonNode function = block.path("function");
                yield Optional.of(new ToolBlock(
                        Form.OPENAI_CHAT, block.path("id"), function.path("name"), function.path("arguments")));
            }
            default -> Optional.empty();
        };
    }

    /** Whether the arguments are a text that holds JSON. */
    boolean argumentsAreText() {
        return form == Form.OPENAI_RESPONSES || form == Form.OPENAI_CHAT;
    }

    /** Leaves the arguments out: they may be secret. */
    @Override
    public String toString() {
        return "ToolBlock[" + form + "]";
    }
}
