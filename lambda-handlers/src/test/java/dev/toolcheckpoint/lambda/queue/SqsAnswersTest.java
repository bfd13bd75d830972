package dev.toolcheckpoint.lambda.queue;

import static dev.toolcheckpoint.lambda.queue.SqsBatches.NONE;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.batch;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.failed;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.input;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a batch of SQS gets for each end of a call; the answers are compared as raw JSON. */
class SqsAnswersTest {

    private static final String ID = "-b21e-4ac1-bd88-01bbb068cb78";

    private final EventFixture fixture = new EventFixture();
    private final List<String> attention = new ArrayList<>();
    private final List<MessageVisibility.Change> changes = new ArrayList<>();

    @Test
    void sample_callIdsInBodyAttributeAndNotification_areFound_andReplaysSucceed() {
        ToolFunction function = function((input, context) -> input.path("order").textValue());

        assertThat(fixture.answer(function, Samples.text("sqs-refund"))).isEqualTo(NONE);
        assertThat(fixture.answer(function, Samples.text("sqs-refund"))).isEqualTo(NONE);

        assertThat(fixture.executions()).hasValue(3);
        for (String order : List.of("order-4711", "order-4712", "order-4713")) {
            assertThat(fixture.record(order + ":refund-1")).isPresent();
        }
        assertThat(attention).isEmpty();
    }

    @Test
    void storedToolError_succeeds_butOneThatAsksForANewCallFailsWithAttention() {
        ToolFunction refused = function((input, context) -> {
            throw new ToolException("NO_ORDER", "no such order");
        });
        assertThat(fixture.answer(refused, batch(message(1, "a")))).isEqualTo(NONE);
        ToolFunction noEffect = function((input, context) -> {
            throw new NoEffectException("CLOSED", "not sent");
        });

        assertThat(fixture.answer(noEffect, batch(message(2, "b")))).isEqualTo(failed(2));
        assertThat(attention).containsExactly("TOOL_ERROR m-2");
        assertThat(changes).isEmpty();
    }

    @Test
    void inProgress_failsForLater_andComesAgainAtItsRetryTime() {
        fixture.claimAndDie("a", input("a"), Duration.ofMillis(12_001));
        ToolFunction function = function((input, context) -> "x");

        assertThat(fixture.answer(function, batch(message(1, "a"), message(2, "b"))))
                .isEqualTo(failed(1));

        assertThat(changes).containsExactly(new MessageVisibility.Change("m-1", "handle-1", Duration.ofSeconds(13)));
        assertThat(attention).isEmpty();
    }

    @Test
    void givenUp_failsPlainly_soThatItDoesNotUseUpItsReceives() {
        ToolFunction function = fixture.function(
                        fixture.tool(Recovery.idempotent(Duration.ofHours(1)), (input, context) -> {
                            throw new IllegalStateException("503");
                        }))
                .adapter(adapter().build())
                .build();

        assertThat(fixture.answer(function, batch(message(1, "a")))).isEqualTo(failed(1));
        assertThat(changes).isEmpty();
        assertThat(attention).isEmpty();
    }

    @Test
    void inProgressForLong_isHiddenForTwelveHoursAtMost() {
        fixture.claimAndDie("a", input("a"), Duration.ofHours(23));

        fixture.answer(function((input, context) -> "x"), batch(message(1, "a")));

        assertThat(changes).extracting(MessageVisibility.Change::in).containsExactly(Duration.ofHours(12));
    }

    @Test
    void visibilityThatBreaks_leavesTheAnswerAsItIs() {
        fixture.claimAndDie("a", input("a"), Duration.ofSeconds(12));
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(SqsAdapter.builder()
                        .visibility((queue, its) -> {
                            throw new IllegalStateException("no permission");
                        })
                        .build())
                .build();

        assertThat(fixture.answer(function, batch(message(1, "a")))).isEqualTo(failed(1));
    }

    @Test
    void conflictAndUncertain_failWithAttention() {
        fixture.claimAndDie("a", input("other"), Duration.ofSeconds(5));
        ToolFunction function = function((input, context) -> {
            throw new IllegalStateException("reset");
        });

        assertThat(fixture.answer(function, batch(message(1, "a"), message(2, "b"))))
                .isEqualTo(failed(1, 2));
        assertThat(attention).containsExactly("BINDING_CONFLICT m-1", "UNCERTAIN m-2");
        assertThat(changes).isEmpty();
    }

    @Test
    void effectDoneThatCanNotBeShown_failsWithAttention() {
        ToolFunction function = function((input, context) -> "x");
        fixture.answer(function, batch(message(1, "a")));
        fixture.journal().forget(CheckpointKey.of(EventFixture.NAMESPACE, "a"));

        assertThat(fixture.answer(function, batch(message(1, "a")))).isEqualTo(failed(1));
        assertThat(attention).containsExactly("RESULT_FORGOTTEN m-1");
    }

    @Test
    void storeDown_failsEveryItem_withoutAttention() {
        fixture.store().always(Operation.CREATE, Fault.unavailable());

        assertThat(fixture.answer(function((input, context) -> "x"), batch(message(1, "a"), message(2, "b"))))
                .isEqualTo(failed(1, 2));
        assertThat(fixture.executions()).hasValue(0);
        assertThat(attention).isEmpty();
    }

    @Test
    void poison_failsAlone() {
        ToolFunction function = function((input, context) -> "x");
        ObjectNode twoIds = message(4, "d");
        twoIds.putObject("messageAttributes").putObject("idempotencyKey").put("stringValue", "other");

        String answer = fixture.answer(
                function,
                batch(
                        message(1, "a").put("body", "{\"order\":"),
                        message(2, "b"),
                        message(3, "c").put("body", "{\"order\":\"c\"}"),
                        twoIds,
                        message(5, " "),
                        message(6, "k".repeat(513)),
                        message(7, "e").put("body", "{\"tool\":\"absent\",\"idempotencyKey\":\"e\",\"input\":1}"),
                        message(8, "f").put("body", "{\"tool\":\"refund-order\",\"idempotencyKey\":7,\"input\":1}")));

        assertThat(answer).isEqualTo(failed(1, 3, 4, 5, 6, 7, 8));
        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.store().count(Operation.CREATE)).isEqualTo(1);
    }

    @Test
    void fifo_restOfAFailedGroupFailsUnstarted_otherGroupsGoOn() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        ToolFunction function = function((input, context) -> {
            ran.add(context.callId());
            return "x";
        });

        String answer = fixture.answer(function, Samples.text("sqs-fifo-failure"));

        assertThat(answer)
                .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"00000003" + ID
                        + "\"},{\"itemIdentifier\":\"00000005" + ID + "\"}]}");
        assertThat(ran).containsExactlyInAnyOrder("order-4711:refund-1", "order-4721:refund-1", "order-4721:refund-2");
        assertThat(fixture.record("order-4711:refund-3")).isEmpty();
    }

    @Test
    void batch_runsInParallelUpToTheLimit_onThreadsThatAreGoneAfterwards() {
        CountDownLatch together = new CountDownLatch(3);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        ToolFunction function = function((input, context) -> {
            threads.add(Thread.currentThread());
            together.countDown();
            assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
            return "x";
        });

        assertThat(fixture.answer(function, batch(message(1, "a"), message(2, "b"), message(3, "c"))))
                .isEqualTo(NONE);

        assertThat(threads).hasSize(3).noneMatch(Thread::isAlive);
    }

    @Test
    void parallelOfOne_staysOnTheCallersThread() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> {
                    threads.add(Thread.currentThread());
                    return "x";
                }))
                .adapter(SqsAdapter.builder().parallel(1).build())
                .build();

        fixture.answer(function, batch(message(1, "a"), message(2, "b")));

        assertThat(threads).containsExactly(Thread.currentThread());
        assertThatThrownBy(() -> SqsAdapter.builder().parallel(0)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void bug_inOneItem_failsThatItemOnly() {
        fixture.store().onCall(Operation.PREPARE, 1, Fault.failWith(() -> new IllegalStateException("a bug")));

        String answer = fixture.answer(
                fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                        .adapter(adapter().parallel(1).build())
                        .build(),
                batch(message(1, "a"), message(2, "b")));

        assertThat(answer).isEqualTo(failed(1));
    }

    private ToolFunction function(ToolHandler<JsonNode, Object> handler) {
        return fixture.function(fixture.tool(Recovery.manual(), handler))
                .adapter(adapter().build())
                .build();
    }

    private SqsAdapter.Builder adapter() {
        return SqsAdapter.builder()
                .attentions((key, code, item) -> attention.add(code + " " + item))
                .visibility((queue, its) -> {
                    assertThat(queue).isEqualTo("arn:aws:sqs:eu-central-1:123456789012:refunds");
                    changes.addAll(its);
                });
    }
}
