package dev.toolcheckpoint.lambda.queue;

import static dev.toolcheckpoint.lambda.queue.SqsBatches.NONE;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.batch;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.failed;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The partial batch answer is ignored: raw JSON of what a declared tool and a wrapped handler ({@code true}) answer. */
class R27PartialBatchTest {

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r27_batchOfTen_reportsOnlyWhatMustComeAgain(boolean wrapped) {
        RequestStreamHandler function = function(wrapped);
        fixture.answer(function, batch(message(11, "c8")));
        fixture.claimAndDie("c9", claimed(wrapped), Duration.ofSeconds(20));
        ObjectNode[] ten = new ObjectNode[10];
        for (int i = 1; i <= 9; i++) {
            ten[i - 1] = message(i, "c" + i);
        }
        ten[9] = message(10, "x").put("body", "not JSON");

        assertThat(fixture.answer(function, batch(ten)))
                .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"m-9\"},{\"itemIdentifier\":\"m-10\"}]}");
        assertThat(fixture.executions()).hasValue(8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r27_allFine_isAnEmptyList_andSoIsTheRepeat(boolean wrapped) {
        RequestStreamHandler function = function(wrapped);

        for (int i = 0; i < 2; i++) {
            assertThat(fixture.answer(function, batch(message(1, "a"), message(2, "b"))))
                    .isEqualTo("{\"batchItemFailures\":[]}");
        }
        assertThat(fixture.executions()).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r27_allFailed_isEveryItem_andNothingIsThrown(boolean wrapped) {
        fixture.store().always(Operation.CREATE, Fault.unavailable());

        assertThat(fixture.answer(function(wrapped), batch(message(1, "a"), message(2, "b"), message(3, "c"))))
                .isEqualTo(failed(1, 2, 3));
        assertThat(fixture.executions()).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r27_twoRecordsWithTheSameCall_areOneEffect_andBothSucceed(boolean wrapped) {
        assertThat(fixture.answer(function(wrapped), batch(message(1, "a"), message(2, "a"), message(3, "b"))))
                .isEqualTo(NONE);
        assertThat(fixture.executions()).hasValue(2);
    }

    /** What is fingerprinted of the message {@code c9}: a wrapped handler's is the whole body. */
    private static JsonNode claimed(boolean wrapped) {
        String body = message(9, "c9").path("body").textValue();
        return wrapped ? StrictJson.parse(body, JsonLimits.DEFAULT) : SqsBatches.input("c9");
    }

    private RequestStreamHandler function(boolean wrapped) {
        SqsAdapter adapter =
                SqsAdapter.builder().visibility(MessageVisibility.unchanged()).build();
        return wrapped
                ? fixture.wrapped(event -> NONE).adapter(adapter).build()
                : fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                        .adapter(adapter)
                        .build();
    }
}
