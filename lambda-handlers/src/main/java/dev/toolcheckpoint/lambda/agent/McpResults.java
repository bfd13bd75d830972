package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Results of {@code tools/call} from stored ones. The same stored result gives the same members. Stateless. */
final class McpResults {

    private static final JsonLimits STORED = new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, 1_000_000);
    private static final Set<String> MEMBERS = Set.of("content", "isError", "structuredContent", "_meta");

    private McpResults() {}

    /** A tool's own MCP result as it is; any other as text, and an object as {@code structuredContent}, too. */
    static ObjectNode of(Outcome stored) {
        if (stored.isVoid()) {
            return text(null, false);
        }
        JsonNode json = json(stored);
        if (json instanceof ObjectNode own && isResult(own)) {
            return own;
        }
        ObjectNode members = text(ModelText.of(stored), false);
        if (json != null && json.isObject()) {
            // To the letter, as in the text: numbers keep their digits.
            members.putRawValue("structuredContent", new RawValue(ModelText.of(stored)));
        }
        return members;
    }

    /** A result with this text; {@code null} for none. */
    static ObjectNode text(@Nullable String text, boolean isError) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        var content = members.putArray("content");
        if (text != null) {
            content.addObject().put("type", "text").put("text", text);
        }
        return members.put("isError", isError);
    }

    private static @Nullable JsonNode json(Outcome stored) {
        if (!stored.mediaType().startsWith(Receipt.JSON)) {
            return null;
        }
        try {
            return StrictJson.parse(((Payload.Inline) stored.payload()).bytes(), STORED);
        } catch (JsonException ambiguous) {
            return null;
        }
    }

    /** Whether it is what MCP calls a result of a tool: typed blocks of content, and nothing that MCP doesn't know. */
    private static boolean isResult(ObjectNode object) {
        JsonNode content = object.path("content");
        boolean blocks = content.isArray();
        for (JsonNode block : content) {
            blocks &= block.path("type").isTextual();
        }
        boolean told = !content.isEmpty() || object.has("isError") || object.has("structuredContent");
        boolean flag = !object.has("isError") || object.path("isError").isBoolean();
        boolean known = object.properties().stream().allMatch(member -> MEMBERS.contains(member.getKey()));
        return blocks && told && flag && known;
    }
}
