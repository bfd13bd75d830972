package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.TestContexts.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import org.junit.jupiter.api.Test;

/** Lambda's request id as the call id of asynchronous invocations, when asked for. */
class RequestIdTest {

    private static final String EVENT = "{\"tool\":\"act\",\"input\":{\"order\":\"o-1\"}}";

    private final Fixture fixture = new Fixture();

    @Test
    void retriesOfOneInvocation_areOneCall_andAnotherInvocationIsAnother() {
        ToolFunction function = function().requestIdAllowed().build();

        assertThat(answer(function, EVENT, request("r-1"))).isEqualTo("\"done 1\"");
        assertThat(answer(function, EVENT, request("r-1"))).isEqualTo("\"done 1\"");
        assertThat(answer(function, EVENT, request("r-2"))).isEqualTo("\"done 2\"");
        assertThat(fixture.record("request:r-1")).isPresent();
    }

    @Test
    void callId_goesBeforeIt_andABadOneIsRefusedAllTheSame() {
        ToolFunction function = function().requestIdAllowed().build();

        answer(function, Fixture.event("k"), request("r-1"));
        answer(function, Fixture.event("k"), request("r-2"));
        assertThat(fixture.executions).hasValue(1);
        assertThatThrownBy(() -> answer(function, Fixture.event(" "), request("r-3")))
                .isInstanceOf(CallRejectedException.class);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void unlessAskedFor_aCallWithoutACallId_isRefused() {
        ToolFunction function = function().build();

        assertThatThrownBy(() -> answer(function, EVENT, request("r-1"))).isInstanceOf(CallRejectedException.class);
        assertThat(fixture.executions).hasValue(0);
    }

    @Test
    void wrappedHandler_takesEventsWithoutACallId_butNoneOfOtherSources() {
        CheckpointedHandler handler = CheckpointedHandler.wrap((input, output, context) -> {
                    fixture.executions.incrementAndGet();
                    output.write('1');
                })
                .journal(fixture.journal)
                .toolName("act")
                .invocation(Invocation.ASYNC)
                .requestIdAllowed()
                .build();

        answer(handler, "{\"order\":\"o-1\"}", request("r-1"));
        answer(handler, "{\"order\":\"o-1\"}", request("r-1"));

        assertThat(fixture.executions).hasValue(1);
        assertThatThrownBy(() -> answer(
                        handler,
                        "{\"Records\":[{\"EventSource\":\"aws:sns\",\"Sns\":{\"Message\":\"{}\"}}]}",
                        request("r-2")))
                .isInstanceOf(UnrecognisedEventException.class);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void synchronousFunction_canNotHaveIt() {
        ToolFunction.Builder builder = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .requestIdAllowed();

        assertThatThrownBy(builder::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("asynchronous");
    }

    private ToolFunction.Builder function() {
        return fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "done " + fixture.executions.get()))
                .invocation(Invocation.ASYNC);
    }
}
