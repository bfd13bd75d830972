package dev.toolcheckpoint.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelAnswerTest {

    private static final CheckpointKey KEY = CheckpointKey.of("shop", "order-17");

    private final VirtualClock clock = new VirtualClock();
    private final Journal journal =
            Journal.builder(new InMemoryCheckpointStore()).clock(clock).build();

    private ToolOutcome run(ToolHandler<Object, Object> handler) {
        return ToolRunner.over(journal)
                .run(
                        Tool.named("refund", Object.class).handler(handler),
                        ToolCall.of("shop", "order-17", JsonNodeFactory.instance.objectNode()),
                        TimeBudget.DEFAULT);
    }

    private ModelAnswer answer(ToolOutcome end) {
        return ModelAnswer.of(KEY, end, clock.instant());
    }

    @Test
    void success_isTheStoredTextToTheLetter() {
        ModelAnswer first = answer(run((input, context) -> ToolResult.json("{\"a\": 1.00}")));
        assertThat(first).isEqualTo(new ModelAnswer("{\"a\": 1.00}", false));
        assertThat(answer(run((input, context) -> ToolResult.none()))).isEqualTo(first);
    }

    @Test
    void nothing_hasWords_andBytesAreBase64() {
        assertThat(answer(run((input, context) -> ToolResult.none())).text()).isEqualTo(ModelAnswer.NO_RESULT);
        journal.forget(KEY);
        byte[] noText = {(byte) 0xff, 0};
        ToolOutcome bytes = ToolRunner.over(journal)
                .run(
                        Tool.named("draw", Object.class)
                                .handler((input, context) -> ToolResult.of("image/png", noText)),
                        ToolCall.of("shop", "order-18", JsonNodeFactory.instance.objectNode()),
                        TimeBudget.DEFAULT);
        assertThat(answer(bytes).text()).isEqualTo("/wA=");
    }

    @Test
    void toolsOwnError_isTheStoredTextAndMarked() {
        ModelAnswer answer = answer(run((input, context) -> {
            throw new ToolException("TOO_LATE", "The order is too old.");
        }));
        assertThat(answer)
                .isEqualTo(new ModelAnswer("{\"code\":\"TOO_LATE\",\"message\":\"The order is too old.\"}", true));
    }

    @Test
    void forgottenResult_saysThatTheCallIsDone() {
        run((input, context) -> "done");
        journal.forget(KEY);
        assertThat(answer(run((input, context) -> "again")).text())
                .startsWith("The call is done, but its result is kept no longer. Do not repeat the call.")
                .contains("RESULT_FORGOTTEN", KEY.id());
    }

    @Test
    void conflictAndProgress_sayWhatDiffersAndWhenToAsk() {
        assertThat(answer(new ToolOutcome.Conflict(List.of("toolRevision"))))
                .isEqualTo(new ModelAnswer(
                        "This key belongs to another call; nothing was done. A new call needs a new key."
                                + " {\"code\":\"BINDING_CONFLICT\",\"differing\":[\"toolRevision\"],\"namespace\":\"shop\",\"id\":\""
                                + KEY.id() + "\"}",
                        true));
        Instant retryAt = clock.instant().plusMillis(1_500);
        assertThat(answer(new ToolOutcome.InProgress(retryAt)).text())
                .startsWith("Another attempt of this call is still running. Ask again with the same call.")
                .contains("\"retryAfterMs\":1500");
    }

    @Test
    void refusalAndFailure_areErrors() {
        assertThat(ModelAnswer.refused("No key."))
                .isEqualTo(new ModelAnswer("No key. {\"code\":\"INVALID_ARGUMENT\"}", true));
        StoreException down = StoreException.unavailable("The store is down.", null);
        ModelAnswer answer = ModelAnswer.of(KEY, down);
        assertThat(answer.text()).contains(ErrorCode.STORE_UNAVAILABLE.name());
        assertThat(ToolErrors.of(down).comeAgain()).isTrue();
        assertThat(answer.toString()).doesNotContain("store");
    }
}
