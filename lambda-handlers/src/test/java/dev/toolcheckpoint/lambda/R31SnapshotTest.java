package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.lambda.LambdaConfiguration.Use;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.crac.CheckpointException;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** R31: what a snapshot holds is restored many times. All is notified through {@code org.crac}, as a platform would. */
class R31SnapshotTest {

    private static final AtomicInteger STORES = new AtomicInteger();
    private static final AtomicInteger EXECUTIONS = new AtomicInteger();

    private final String name = "r31-" + STORES.incrementAndGet();
    private final List<String> calls = RecordedStores.calls(name);

    @BeforeEach
    @AfterEach
    void reset() {
        dev.toolcheckpoint.lambda.crac.Core.reset();
        EXECUTIONS.set(0);
    }

    /** A handler of somebody's own. */
    public static final class Own implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
            EXECUTIONS.incrementAndGet();
            output.write('1');
        }
    }

    private static Map<String, String> environment(String store) {
        return Map.of("TOOL_CHECKPOINT_STORE", "recorded:" + store);
    }

    private static Tool<JsonNode, String> act() {
        return Tool.named("act", JsonNode.class).handler((input, context) -> "" + EXECUTIONS.incrementAndGet());
    }

    private static ToolFunction function(String store) {
        return ToolFunction.builder()
                .configuration(LambdaConfiguration.from(environment(store), Use.TOOLS))
                .tool(act())
                .build();
    }

    static Stream<Named<Function<String, Object>>> everyHandler() {
        return Stream.of(
                Named.of("ToolFunction", R31SnapshotTest::function),
                Named.of(
                        "ToolFunction over a journal",
                        store -> ToolFunction.builder()
                                .journal(Journal.over(CheckpointStores.open("recorded:" + store, Map.of())))
                                .tool(act())
                                .build()),
                Named.of(
                        "CheckpointedHandler",
                        store -> CheckpointedHandler.wrap(new Own())
                                .configuration(LambdaConfiguration.from(environment(store), Use.WRAPPED_HANDLER))
                                .toolName("act")
                                .build()),
                Named.of(
                        "CheckpointedStreamHandler",
                        store -> new CheckpointedStreamHandler(Map.of(
                                "TOOL_CHECKPOINT_STORE",
                                "recorded:" + store,
                                "TOOL_CHECKPOINT_HANDLER",
                                Own.class.getName(),
                                "TOOL_CHECKPOINT_TOOL_NAME",
                                "act"))),
                Named.of(
                        "a journal of one's own",
                        store -> SnapshotResource.register(
                                Journal.over(CheckpointStores.open("recorded:" + store, Map.of())), "shop")));
    }

    @ParameterizedTest
    @MethodSource("everyHandler")
    void snapshot_ofEveryHandler_warmsFirst_forgetsLast_andWritesNothing(Function<String, Object> handlers)
            throws Exception {
        Object handler = handlers.apply(name);
        calls.clear();
        System.gc();

        Core.checkpointRestore();

        assertThat(calls).containsExactly("find", "prepare", "seal", "beforeSnapshot");
        assertThat(EXECUTIONS).hasValue(0);
        assertThat(handler).as("alive until here").isNotNull();
    }

    @ParameterizedTest
    @MethodSource("everyHandler")
    void snapshot_whoseWarmUpFails_isTaken_andForgetsAllTheSame(Function<String, Object> handlers) {
        Object handler = handlers.apply(name);
        calls.clear();
        RecordedStores.breaks(name, "find");
        RecordedStores.breaks(name, "prepare");

        try (CapturedOutput output = new CapturedOutput()) {
            assertThatCode(Core::checkpointRestore).doesNotThrowAnyException();
            assertThat(output.text())
                    .contains("warm-up of the read before a snapshot failed")
                    .contains("warm-up of the data key before a snapshot failed")
                    .doesNotContain("warm-up of the call before");
        }
        assertThat(calls).contains("find", "prepare").endsWith("beforeSnapshot");
        assertThat(handler).as("alive until here").isNotNull();
    }

    @Test
    void snapshot_ofAStoreThatCannotForget_fails() {
        ToolFunction function = function(name);
        RecordedStores.breaks(name, "beforeSnapshot");

        assertThatThrownBy(Core::checkpointRestore).isInstanceOf(CheckpointException.class);
        assertThat(function).as("alive until here").isNotNull();
    }

    @Test
    void call_beforeAndAfterASnapshot_isOne() throws Exception {
        ToolFunction function = function(name);
        String first = answer(function, event("k"));

        Core.checkpointRestore();

        assertThat(answer(function, event("k"))).isEqualTo(first).isEqualTo("\"1\"");
        assertThat(answer(function, event("l"))).isEqualTo("\"2\"");
    }

    @Test
    void disabledFunction_hasNothingToForget() throws Exception {
        ToolFunction function = ToolFunction.builder()
                .configuration(LambdaConfiguration.from(
                        Map.of("TOOL_CHECKPOINT_STORE", "recorded:" + name, "TOOL_CHECKPOINT_DISABLED", "true"),
                        Use.TOOLS))
                .tool(act())
                .build();

        Core.checkpointRestore();

        assertThat(calls).isEmpty();
        assertThat(function).as("alive until here").isNotNull();
    }
}
