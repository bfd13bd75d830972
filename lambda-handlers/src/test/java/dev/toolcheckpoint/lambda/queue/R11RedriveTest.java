package dev.toolcheckpoint.lambda.queue;

import static dev.toolcheckpoint.lambda.queue.SqsBatches.NONE;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.batch;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.failed;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.input;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The queue's message id changes on a redrive: it identifies nothing. */
class R11RedriveTest {

    private final EventFixture fixture = new EventFixture();
    private final List<String> attention = new ArrayList<>();

    @Test
    void r11_redriveOfAKilledCall_findsItsRecord_andDoesNotRunIt() {
        fixture.claimAndDie("c9", input("c9"), Duration.ofSeconds(5));
        ToolFunction function = function(SqsAdapter.builder());

        // The first message until its receives are used up, then another one from the dead-letter queue.
        for (int receive = 2; receive <= 5; receive++) {
            assertThat(fixture.answer(function, batch(received(1, receive)))).isEqualTo(failed(1));
            fixture.clock().advance(Duration.ofMinutes(1));
        }
        fixture.clock().advance(Duration.ofDays(1));
        assertThat(fixture.answer(function, batch(received(77, 1)))).isEqualTo(failed(77));

        assertThat(attention).contains("UNCERTAIN m-77");
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.record("c9").orElseThrow().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(fixture.record("m-77")).isEmpty();
    }

    @Test
    void r11_redriveOfACallThatIsDone_isAReplay_andSoIsAProducersSecondMessage() {
        ToolFunction function = function(SqsAdapter.builder());

        assertThat(fixture.answer(function, batch(received(1, 1)))).isEqualTo(NONE);
        assertThat(fixture.answer(function, batch(received(77, 1)))).isEqualTo(NONE);
        assertThat(fixture.answer(function, batch(received(78, 3)))).isEqualTo(NONE);

        assertThat(fixture.executions()).hasValue(1);
        assertThat(attention).isEmpty();
    }

    @Test
    void r11_withoutCallId_theMessageIdCountsOnlyWhenAllowed() {
        ObjectNode anonymous = message(1, "a").put("body", "{\"order\":\"a\"}");
        assertThat(fixture.answer(function(SqsAdapter.builder()), batch(anonymous)))
                .isEqualTo(failed(1));
        assertThat(fixture.executions()).hasValue(0);

        ToolFunction allowed = function(SqsAdapter.builder().messageIdAllowed());
        assertThat(fixture.answer(allowed, batch(anonymous))).isEqualTo(NONE);
        assertThat(fixture.record("m-1")).isPresent();
    }

    /** A receive of the call {@code c9}. */
    private static ObjectNode received(int number, int count) {
        ObjectNode message = message(number, "c9").put("receiptHandle", "handle-" + number + "-" + count);
        message.withObject("/attributes")
                .put("ApproximateReceiveCount", Integer.toString(count))
                .put("SentTimestamp", Long.toString(1_800_000_000_000L + number));
        return message;
    }

    private ToolFunction function(SqsAdapter.Builder adapter) {
        return fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(adapter.visibility(MessageVisibility.unchanged())
                        .attentions((key, code, item) -> attention.add(code + " " + item))
                        .build())
                .build();
    }
}
