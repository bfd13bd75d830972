package dev.toolcheckpoint.langchain4j;

import static dev.toolcheckpoint.langchain4j.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A real assistant over a real journal: only the model's words are from a script. */
class AssistantTest {

    private static final String ORDER = "{\"order\":\"o-17\"}";
    private static final String REFUND = "{\"order\":\"o-17\",\"cents\":1250}";

    private final VirtualClock clock = new VirtualClock();
    private final FaultInjectingStore store = new FaultInjectingStore(new InMemoryCheckpointStore());
    private final ToolRunner runner =
            ToolRunner.over(Journal.builder(store).clock(clock).build());
    private final RefundTools tools = new RefundTools();
    private final ScriptedModel model = new ScriptedModel();

    /** A process of its own: another assistant with an empty memory over the same store. */
    private Desk desk() {
        return AiServices.builder(Desk.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                .tools(CheckpointedTools.wrap(runner, "shop", tools))
                .build();
    }

    private void chat(String turn) {
        assertThat(desk().chat("c-1", "please", Turn.of(turn))).isEqualTo("done");
    }

    @Test
    void turn_triedAgainWithNewCallIds_actsOnceAndTellsTheSame() {
        model.turn("call_a", "refund", REFUND);
        chat("m-1");
        model.turn("call_b", "refund", "{ \"cents\": 1250.0, \"order\": \"o-17\" }");
        chat("m-1");
        assertThat(tools.effects).containsExactly("o-17:1250");
        assertThat(model.told()).extracting(message -> message.text()).containsExactly("re_1", "re_1");
        assertThat(model.told()).extracting(message -> message.id()).containsExactly("call_a", "call_b");
        assertThat(model.told()).noneMatch(message -> Boolean.TRUE.equals(message.isError()));
    }

    @Test
    void callId_thatRepeatsFromTurnToTurn_isAnotherCallInEach() {
        model.turn("call_0", "refund", REFUND).turn("call_0", "refund", REFUND);
        chat("m-1");
        chat("m-2");
        assertThat(tools.effects).hasSize(2);
        assertThat(model.told()).extracting(message -> message.text()).containsExactly("re_1", "re_2");
    }

    @Test
    void turn_ofAnotherConversation_isAnotherTurn() {
        model.turn("call_0", "refund", REFUND).turn("call_0", "refund", REFUND);
        desk().chat("c-1", "please", Turn.of("m-1"));
        desk().chat("c-2", "please", Turn.of("m-1"));
        assertThat(tools.effects).hasSize(2);
    }

    @Test
    void sameArguments_twiceInOneTurn_areOneCall() {
        model.calls(call("a", "refund", REFUND), call("b", "refund", REFUND)).says("done");
        chat("m-1");
        assertThat(tools.effects).hasSize(1);
        assertThat(model.told()).extracting(message -> message.text()).containsExactly("re_1", "re_1");
    }

    @Test
    void toolCallIdentity_tellsEqualCallsOfATurnApart_andHoldsWhenAMessageIsExecutedAgain() {
        model.calls(call("a", "voucher", ORDER), call("b", "voucher", ORDER)).says("done");
        chat("m-1");
        model.calls(call("a", "voucher", ORDER), call("b", "voucher", ORDER)).says("done");
        chat("m-1");
        assertThat(tools.effects).containsExactly("voucher o-17", "voucher o-17");
        assertThat(model.told()).extracting(message -> message.text()).containsExactly("v_1", "v_2", "v_1", "v_2");
    }

    @Test
    void toolCallIdentity_withoutAnId_isRefused() {
        model.turn(null, "voucher", ORDER);
        chat("m-1");
        assertThat(tools.effects).isEmpty();
        assertThat(model.lastTold()).contains("gave the call no id").contains("INVALID_ARGUMENT");
    }

    @Test
    void toolCallIdentity_sameIdWithOtherArguments_isAConflict() {
        model.turn("a", "voucher", ORDER);
        chat("m-1");
        model.turn("a", "voucher", "{\"order\":\"o-18\"}");
        chat("m-1");
        assertThat(tools.effects).hasSize(1);
        assertThat(model.lastTold()).contains("BINDING_CONFLICT").contains("inputFingerprint");
    }

    @Test
    void call_outsideOfATurn_isRefusedAndNothingIsStored() {
        model.turn("a", "refund", REFUND);
        desk().chat("c-1", "please", new InvocationParameters());
        assertThat(tools.effects).isEmpty();
        assertThat(model.lastTold()).contains("Turn.of(id)").contains("INVALID_ARGUMENT");
        assertThat(model.told().get(0).isError()).isTrue();
        assertThat(store.calls()).isEmpty();
    }

    @Test
    void keyArgument_isTheSameCallInEveryTurn_andAConflictWithOtherArguments() {
        model.turn("a", "cancel", "{\"order\":\"o-17\",\"reason\":\"late\"}");
        desk().chat("c-1", "please", new InvocationParameters());
        model.turn("b", "cancel", "{\"order\":\"o-17\",\"reason\":\"late\"}");
        desk().chat("c-2", "please", new InvocationParameters());
        assertThat(tools.effects).containsExactly("cancel o-17");
        assertThat(model.told().get(1).text()).isEqualTo(model.told().get(0).text());
        model.turn("c", "cancel", "{\"order\":\"o-17\",\"reason\":\"broken\"}");
        desk().chat("c-3", "please", new InvocationParameters());
        assertThat(tools.effects).hasSize(1);
        assertThat(model.lastTold()).contains("This key belongs to another call");
    }

    @Test
    void keyArgument_missingOrNoText_isRefused() {
        model.turn("a", "cancel", "{\"reason\":\"late\"}").turn("b", "cancel", "{\"order\":17,\"reason\":\"late\"}");
        chat("m-1");
        assertThat(model.lastTold()).contains("The argument \"order\" is missing");
        chat("m-1");
        assertThat(model.lastTold()).contains("The argument \"order\" must be a text, found number");
        assertThat(tools.effects).isEmpty();
    }

    @Test
    void businessError_isStoredAndReplayedAsAnError() {
        model.turn("a", "refuse", ORDER).turn("b", "refuse", ORDER);
        chat("m-1");
        chat("m-1");
        String stored = "{\"code\":\"TOO_LATE\",\"message\":\"The order is too old.\"}";
        assertThat(model.told()).extracting(message -> message.text()).containsExactly(stored, stored);
        assertThat(model.told()).allMatch(message -> Boolean.TRUE.equals(message.isError()));
        assertThat(tools.effects).hasSize(1);
    }

    @Test
    void noEffect_isStoredAsTheToolVouchedForIt() {
        model.turn("a", "closed", ORDER);
        chat("m-1");
        assertThat(model.lastTold()).isEqualTo("{\"code\":\"CLOSED\",\"message\":\"The shop is closed.\"}");
    }

    @Test
    void anyOtherFailure_ofAManualTool_isUncertainForEver() {
        model.turn("a", "breakAfter", ORDER).turn("b", "breakAfter", ORDER);
        chat("m-1");
        assertThat(model.lastTold())
                .startsWith("Nobody knows whether the effect happened. Do not repeat the call under another key")
                .contains("\"code\":\"UNCERTAIN\"", "\"namespace\":\"shop\"", "\"id\":")
                .doesNotContain("connection reset");
        chat("m-1");
        assertThat(model.lastTold()).contains("\"code\":\"UNCERTAIN\"");
        assertThat(tools.effects).hasSize(1);
    }

    @Test
    void anyOtherFailure_ofAnIdempotentTool_isTriedAgainUnderTheSameKey() {
        model.turn("a", "breakOnce", ORDER).turn("b", "breakOnce", ORDER);
        chat("m-1");
        assertThat(model.lastTold()).contains("\"code\":\"RETRYABLE\"");
        clock.advance(Duration.ofSeconds(5));
        chat("m-1");
        assertThat(model.lastTold()).isEqualTo("repaired");
        assertThat(tools.effects).containsExactly("repaired o-17");
        assertThat(tools.keys).hasSize(2);
        assertThat(tools.keys.get(1)).isEqualTo(tools.keys.get(0)).hasSize(64);
    }

    @Test
    void attempt_isNotShownToTheModel() {
        model.turn("a", "look", ORDER);
        chat("m-1");
        ToolSpecification specification = model.offered().stream()
                .filter(tool -> tool.name().equals("breakOnce"))
                .findFirst()
                .orElseThrow();
        assertThat(specification.parameters().properties()).containsOnlyKeys("order");
    }

    @Test
    void repeat_whileTheFirstRuns_isInProgressAndLaterTheStoredResult() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            model.calls(call("a", "slow", ORDER));
            Desk first = desk();
            var running = CompletableFuture.supplyAsync(() -> first.chat("c-1", "please", Turn.of("m-1")), other);
            tools.started.await();
            model.turn("b", "slow", ORDER);
            chat("m-1");
            assertThat(model.lastTold()).contains("\"code\":\"IN_PROGRESS\"", "\"retryAfterMs\":");
            model.says("first done");
            tools.mayEnd.countDown();
            assertThat(running.get(60, TimeUnit.SECONDS)).isEqualTo("first done");
            model.turn("c", "slow", ORDER);
            chat("m-1");
            assertThat(model.lastTold()).isEqualTo("slow_1");
            assertThat(tools.effects).hasSize(1);
        } finally {
            tools.mayEnd.countDown();
            other.shutdownNow();
        }
    }

    @Test
    void toolWithoutEffect_runsEachTimeAndNeedsNoTurn() {
        model.turn("a", "look", ORDER).turn("a", "look", ORDER);
        desk().chat("c-1", "please", new InvocationParameters());
        desk().chat("c-1", "please", new InvocationParameters());
        assertThat(tools.effects).hasSize(2);
        assertThat(store.calls()).isEmpty();
    }

    @Test
    void returnBehaviour_holdsAndTheReplayReturnsTheSame() {
        model.calls(call("a", "refundNow", ORDER)).calls(call("b", "refundNow", ORDER));
        var first = desk().ask("c-1", "please", Turn.of("m-1"));
        var again = desk().ask("c-1", "please", Turn.of("m-1"));
        assertThat(first.toolExecutions().get(0).result()).isEqualTo("now_1");
        assertThat(again.toolExecutions().get(0).result()).isEqualTo("now_1");
        assertThat(again.toolExecutions().get(0).resultObject())
                .isEqualTo(first.toolExecutions().get(0).resultObject());
        assertThat(tools.effects).hasSize(1);
    }

    @Test
    void storeThatIsDown_runsNothingAndSaysThatTheCallMayComeAgain() {
        store.always(Operation.CREATE, Fault.unavailable());
        model.turn("a", "refund", REFUND).turn("b", "refund", REFUND);
        chat("m-1");
        assertThat(tools.effects).isEmpty();
        assertThat(model.lastTold()).contains("\"code\":\"STORE_UNAVAILABLE\"");
        store.clear();
        chat("m-1");
        assertThat(model.lastTold()).isEqualTo("re_1");
    }

    @Test
    void argumentsThatAreNoJson_areRefused_andThoseThatDoNotFitEndTheCall() {
        model.turn("a", "refund", "{\"order\":").turn("b", "refund", "{\"order\":\"o\",\"cents\":\"many\"}");
        chat("m-1");
        assertThat(model.lastTold()).contains("no acceptable JSON").contains("INVALID_ARGUMENT");
        chat("m-1");
        assertThat(model.lastTold())
                .startsWith("{\"code\":\"INVALID_ARGUMENTS\"")
                .contains("nothing was done");
        assertThat(tools.effects).isEmpty();
    }
}
