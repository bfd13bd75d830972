package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step as it is stored: the model's answer, and what became of the calls it made.
 *
 * @param index from 1
 * @param phase whether its calls are answered
 * @param message the model's answer, as LangChain4j writes it
 * @param calls the calls it made, in order
 * @param results their results, in the same order; empty before {@link Phase#DONE}
 * @param model the model's name, as its provider said
 * @param usage what the answer took
 * @param finishReason what the provider said of its end
 * @param askedAt when the model was asked
 * @param answeredAt when it had answered
 * @param doneAt when the step was done
 */
record Turn(
        int index,
        Phase phase,
        JsonNode message,
        List<Call> calls,
        List<Result> results,
        @Nullable String model,
        Usage usage,
        @Nullable String finishReason,
        Instant askedAt,
        Instant answeredAt,
        @Nullable Instant doneAt) {

    /** How far a step is. */
    enum Phase {
        /** The answer is stored, before any effect that it asks for. Nobody asks the model again. */
        CALLED,
        /** Everything it asked for is answered. */
        DONE
    }

    /**
     * A call the model made.
     *
     * @param position from 1
     * @param tool the tool's name
     * @param kind how it is answered
     * @param revision the revision of a tool with an effect; {@code null} for others
     * @param fingerprint that of the arguments of a tool with an effect; {@code null} for others
     */
    record Call(
            int position,
            String tool,
            Kind kind,
            @Nullable String revision,
            @Nullable String fingerprint) {

        /** How a call is answered. */
        enum Kind {
            /** By a tool under the journal. */
            EFFECT,
            /** By a tool that may simply be called again. */
            PLAIN,
            /** From the run's own state. */
            STATE,
            /** With an error: there is no such tool, or the arguments are none of its. */
            REFUSED
        }
    }

    /**
     * What the model is told of a call.
     *
     * @param position the call's
     * @param text what it is told
     * @param error a code when it is an error; {@code null} for none
     * @param startedAt when it was begun
     * @param finishedAt when it had ended
     */
    record Result(int position, String text, @Nullable String error, Instant startedAt, Instant finishedAt) {}

    Turn {
        calls = List.copyOf(calls);
        results = List.copyOf(results);
    }

    static JsonNode encoded(AiMessage message) {
        return Documents.toTree(ChatMessageSerializer.messageToJson(message));
    }

    AiMessage answer() {
        return (AiMessage) ChatMessageDeserializer.messageFromJson(message.toString());
    }

    boolean finalAnswer() {
        return calls.isEmpty();
    }

    boolean hasEffects() {
        return calls.stream().anyMatch(call -> call.kind() == Call.Kind.EFFECT);
    }

    Turn done(List<Result> inOrder, Instant now) {
        return new Turn(
                index, Phase.DONE, message, calls, inOrder, model, usage, finishReason, askedAt, answeredAt, now);
    }

    /** What the next model call is told of this step: the answer, and exactly one result a call, in call order. */
    List<ChatMessage> messages() {
        AiMessage answer = answer();
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(answer);
        List<ToolExecutionRequest> requests = answer.toolExecutionRequests();
        for (Result result : results) {
            ToolExecutionRequest request = requests.get(result.position() - 1);
            messages.add(ToolExecutionResultMessage.builder()
                    .id(request.id())
                    .toolName(request.name())
                    .text(result.text())
                    .isError(result.error() != null)
                    .build());
        }
        return messages;
    }
}
