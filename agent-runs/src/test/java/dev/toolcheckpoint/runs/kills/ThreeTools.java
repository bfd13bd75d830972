package dev.toolcheckpoint.runs.kills;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.RunTool;
import dev.toolcheckpoint.runs.StartRequest;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** The run that is killed: an agent with three effect tools, one of which has to be approved, and the world they act on: a file. */
final class ThreeTools {

    static final String NAMESPACE = "shop";
    static final Duration HOUR = Duration.ofHours(1);

    private ThreeTools() {}

    static Agent agent(Path ledger, Consumer<String> pause) {
        return Agent.named("desk", new Script())
                .tools(
                        effect("refund", Recovery.manual(), ledger, pause),
                        effect("mail", Recovery.idempotent(Duration.ofDays(1)), ledger, pause),
                        effect("book", Recovery.idempotent(Duration.ofDays(1)), ledger, pause)
                                .approvedWithin(Duration.ofDays(1)))
                .build();
    }

    private static RunTool.Effect effect(String name, Recovery recovery, Path ledger, Consumer<String> pause) {
        ToolSpecification specification = ToolSpecification.builder()
                .name(name)
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("order")
                        .required("order")
                        .build())
                .build();
        return RunTool.effect(
                specification,
                Tool.named(name, JsonNode.class).recovery(recovery).handler((input, context) -> {
                    pause.accept("before " + name);
                    commit(ledger, name, context.idempotencyKey());
                    pause.accept("after " + name);
                    return "done";
                }));
    }

    /** A service that commits each key once. */
    private static void commit(Path ledger, String name, String key) throws IOException {
        String line = name + " " + key;
        if (!effects(ledger).contains(line)) {
            Files.write(
                    ledger,
                    List.of(line),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        }
    }

    static List<String> effects(Path ledger) {
        try {
            return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static StartRequest request() {
        return StartRequest.of(
                NAMESPACE,
                "desk",
                TriggerEnvelope.of(
                        "t1",
                        "mail",
                        "arrived",
                        JsonNodeFactory.instance.objectNode().put("order", "1"),
                        Instant.EPOCH));
    }

    /** Asked again, it wants the same under new call ids, as a model behind a provider does. */
    private static final class Script implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            int turn = (int) request.messages().stream()
                    .filter(AiMessage.class::isInstance)
                    .count();
            return ChatResponse.builder()
                    .aiMessage(answer(turn, request.messages()))
                    .modelName("script")
                    .tokenUsage(new TokenUsage(1, 1))
                    .build();
        }

        private static AiMessage answer(int turn, List<ChatMessage> messages) {
            return switch (turn) {
                case 0 -> calls("refund");
                case 1 -> calls("mail");
                case 2 -> calls("book");
                default -> AiMessage.from("done after " + messages.size() + " messages");
            };
        }

        private static AiMessage calls(String tool) {
            return AiMessage.from(ToolExecutionRequest.builder()
                    .id(UUID.randomUUID().toString())
                    .name(tool)
                    .arguments("{\"order\":\"1\"}")
                    .build());
        }
    }
}
