package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.agent.BedrockAgentAdapter;
import dev.toolcheckpoint.lambda.agent.StepFunctionsAdapter;
import dev.toolcheckpoint.lambda.agent.TaskTokens;
import dev.toolcheckpoint.lambda.bus.EventBridgeAdapter;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wrapped handlers of buses and state machines. */
class WrappedEventsTest {

    private final EventFixture fixture = new EventFixture();
    private final List<String> events = new ArrayList<>();

    @Test
    void eventBridge_handlerGetsTheWholeEvent_andItsAnswerIsReplayed() {
        CheckpointedHandler handler = answering("{ \"refund\":1.50}").build();

        assertThat(fixture.answer(handler, Samples.text("eventbridge"))).isEqualTo("{ \"refund\":1.50}");
        assertThat(fixture.answer(handler, Samples.text("eventbridge"))).isEqualTo("{ \"refund\":1.50}");
        assertThat(events).containsExactly(Samples.text("eventbridge"));
        assertThat(fixture.record("event:refund-order:53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa"))
                .isPresent();
    }

    @Test
    void eventBridge_rulesLookAtTheDetail() {
        CheckpointedHandler handler =
                answering("null").callId("order").input("amount").build();
        ObjectNode event = Samples.event("eventbridge");
        fixture.answer(handler, event);
        event.put("id", "another").withObject("/detail").put("currency", "USD");

        fixture.answer(handler, event);

        assertThat(events).hasSize(1);
        assertThat(fixture.record("key:refund-order:order-4711")).isPresent();
    }

    @Test
    void eventBridge_uncertainIsThrown_andAReplayOfAnArchiveIsRefusedUnlessAllowed() {
        CheckpointedHandler handler = fixture.wrapped(event -> {
                    throw new IllegalStateException("no answer");
                })
                .build();
        assertThatThrownBy(() -> fixture.answer(handler, Samples.text("eventbridge")))
                .isInstanceOf(CallUncertainException.class);
        ObjectNode replay =
                Samples.event("eventbridge").put("replay-name", "again").put("id", "other");
        assertThatThrownBy(() -> fixture.answer(answering("1").build(), replay))
                .isInstanceOf(CallRejectedException.class);

        CheckpointedHandler allowed = answering("1")
                .adapter(EventBridgeAdapter.builder().replaysAllowed().build())
                .build();
        assertThat(fixture.answer(allowed, replay)).isEqualTo("1");
    }

    static final class Typed implements RequestHandler<ScheduledEvent, String> {
        @Override
        public String handleRequest(ScheduledEvent event, Context context) {
            return event.getDetailType() + " " + event.getDetail().get("order") + " "
                    + event.getTime().getYear();
        }
    }

    @Test
    void eventBridge_typedHandler_readsAwssEvent() {
        CheckpointedHandler handler =
                fixture.wrapped(CheckpointedHandler.wrap(new Typed())).build();

        assertThat(fixture.answer(handler, Samples.text("eventbridge")))
                .isEqualTo("\"Refund requested order-4711 2026\"");
    }

    @Test
    void stepFunctions_handlerGetsTheInput_andItsOutputIsReplayed() {
        CheckpointedHandler handler = answering("{\"refund\":1.50}").build();

        assertThat(fixture.answer(handler, Samples.text("step-functions"))).isEqualTo("{\"refund\":1.50}");
        assertThat(fixture.answer(handler, Samples.text("step-functions"))).isEqualTo("{\"refund\":1.50}");
        assertThat(events).containsExactly("{\"order\":\"order-4711\",\"amount\":25.00,\"currency\":\"EUR\"}");
    }

    @Test
    void stepFunctions_failureIsThrownUnderItsName() {
        CheckpointedHandler handler = fixture.wrapped(event -> {
                    throw new IllegalStateException("no answer");
                })
                .build();

        assertThatThrownBy(() -> fixture.answer(handler, Samples.text("step-functions")))
                .isInstanceOf(CallUncertainException.class);
    }

    @Test
    void stepFunctions_toolOfAnotherName_isRefused() {
        ObjectNode event = Samples.event("step-functions");
        event.withObject("/stepFunctions").put("tool", "another");

        assertThatThrownBy(() -> fixture.answer(answering("1").build(), event))
                .isInstanceOf(CallRejectedException.class);
        assertThat(events).isEmpty();
    }

    @Test
    void stepFunctions_waitingTask_isTold() {
        List<String> told = new ArrayList<>();
        CheckpointedHandler handler = answering("{\"refund\":1.50}")
                .adapter(StepFunctionsAdapter.with(new TaskTokens() {
                    @Override
                    public void succeed(String token, String output) {
                        told.add(output);
                    }

                    @Override
                    public void fail(String token, String error, String cause) {
                        told.add(error);
                    }
                }))
                .build();

        fixture.answer(handler, Samples.text("step-functions-task-token"));

        assertThat(told).containsExactly("{\"refund\":1.50}");
    }

    @Test
    void adapterThatCanNotServeAHandler_isRefused() {
        CheckpointedHandler.Builder builder = answering("1").adapter(new BedrockAgentAdapter());

        assertThatThrownBy(builder::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Bedrock");
    }

    @Test
    void ruleThatWouldFindAKeyInAStatesEvent_doesNotMakeItADirectOne() {
        CheckpointedHandler handler =
                answering("1").callId("order || input.order").build();

        assertThat(fixture.answer(handler, Samples.text("step-functions"))).isEqualTo("1");
        assertThat(events).hasSize(1);
    }

    private CheckpointedHandler.Builder answering(String answer) {
        return fixture.wrapped(event -> {
            events.add(event);
            return answer;
        });
    }
}
