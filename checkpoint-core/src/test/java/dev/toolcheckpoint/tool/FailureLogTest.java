package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.OTHER_RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.DeliveryRunner;
import dev.toolcheckpoint.fixture.CapturedLog;
import dev.toolcheckpoint.fixture.Tools;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Status;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a tool threw reaches the log, with its cause and the call it belongs to; inputs and results don't. */
class FailureLogTest {

    private final World world = new World();

    private String logOf(Tool<JsonNode, ?> tool) {
        try (CapturedLog log = new CapturedLog(ToolRunner.class)) {
            ToolRunner.over(world.journal).run(tool, call(), TimeBudget.ofLease(LEASE));
            return log.text();
        }
    }

    @Test
    void ambiguousFailure_isLoggedWithItsCause() {
        String log = logOf(manual((input, context) -> {
            throw new IllegalStateException("gateway", new IOException("connection reset"));
        }));

        assertThat(log)
                .contains("Tool \"send-mail\" failed, and nobody knows", KEY.toString(), "attempt 1")
                .contains("java.lang.IllegalStateException: gateway", "java.io.IOException: connection reset")
                .doesNotContain("ada@example.com");
    }

    @Test
    void noEffect_isLoggedWithItsCause() {
        String log = logOf(idempotent((input, context) -> {
            throw new NoEffectException("UNREACHABLE", "refused", new IOException("no route"));
        }));

        assertThat(log).contains("vouched that this attempt had no effect", "java.io.IOException: no route");
    }

    @Test
    void declaredUncertainty_isLoggedWithWhatWasThrown() {
        String log = logOf(manual((input, context) -> {
            context.declareUncertain("half sent");
            throw new IOException("connection reset");
        }));

        assertThat(log).contains("declared its effect uncertain", "java.io.IOException: connection reset");
    }

    @Test
    void resultThatCannotBeWritten_isLoggedWithItsTypeOnly() {
        Object endless = Tools.unserialisable();

        assertThat(logOf(manual((input, context) -> endless)))
                .contains("its result of type java.util.HashMap can't be written")
                .doesNotContain("hunter2");
    }

    @Test
    void refusedReceipt_isLoggedWithoutItsBytes() {
        String log = logOf(manual((input, context) -> {
            world.other.markUncertain(KEY, "gone", "ops");
            world.other.settle(KEY, HAPPENED, OTHER_RECEIPT, Duration.ZERO);
            return "hunter2";
        }));

        assertThat(log).contains("receipt of " + KEY + " was refused").doesNotContain("hunter2", "\"sent\"");
    }

    @Test
    void businessError_isNoFailureOfTheCall() {
        assertThat(logOf(manual((input, context) -> {
                    throw new ToolException("NO_FUNDS", "no");
                })))
                .isEmpty();
    }

    @Test
    void delivery_thatArrivedAfterItWasTakenOver_isLogged() {
        world.given(Status.COMPLETED, World.MANUAL);
        Deliverer slow = new Deliverer() {
            @Override
            public boolean idempotent() {
                return true;
            }

            @Override
            public Result deliver(Request request) {
                world.passLease();
                world.other.claimDelivery(KEY, LEASE, true);
                return new Result.Arrived();
            }
        };
        try (CapturedLog log = new CapturedLog(DeliveryRunner.class)) {
            DeliveryRunner.builder(world.journal, slow).lease(LEASE).build().deliver(KEY);
            assertThat(log.text()).contains("delivery of " + KEY + " arrived after it was taken over");
        }
    }
}
