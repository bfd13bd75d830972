package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Effort;
import dev.toolcheckpoint.testing.Race;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many executors at once, on one key and on keys of their own. In clear and encrypted together the profile deep runs 200 rounds, and
 * 10 000 keys. */
@LocalAws
class DynamoConcurrencyTest {

    private static final String NAMESPACE = "orders";
    private static final int EXECUTORS = 64;
    private static final int WORKERS = 32;

    /** Long enough for any machine: nobody takes over here. */
    private static final TimeBudget TIME = TimeBudget.ofLease(Duration.ofMinutes(10));

    private final TestTable table;
    private final Map<String, Integer> effects = new ConcurrentHashMap<>();
    private final Tool<JsonNode, String> tool = Tool.named("refund-order", JsonNode.class)
            .recovery(Recovery.idempotent(Duration.ofHours(1)))
            .handler((input, context) ->
                    "refund " + context.callId() + ", " + effects.merge(context.callId(), 1, Integer::sum));

    DynamoConcurrencyTest(AwsEndpoint aws) {
        table = new TestTable(aws);
    }

    @AfterEach
    void close() {
        table.close();
    }

    @ParameterizedTest
    @EnumSource(Sealing.class)
    void executors_onOneKey_causeOneEffect(Sealing sealing) {
        List<ToolRunner> runners = runners(sealing, EXECUTORS);
        int rounds = Effort.times(10);
        try (Race race = new Race(EXECUTORS)) {
            for (int round = 0; round < rounds; round++) {
                String callId = "round-" + round;
                List<ToolOutcome> answers =
                        race.start(number -> runners.get(number).run(tool, call(callId), TIME));

                assertThat(effects).as(callId).containsEntry(callId, 1);
                assertThat(answers)
                        .as(callId)
                        .filteredOn(ToolOutcome.Executed.class::isInstance)
                        .hasSize(1);
                assertThat(answers)
                        .allSatisfy(answer -> assertThat(answer)
                                .isInstanceOfAny(
                                        ToolOutcome.Executed.class,
                                        ToolOutcome.Replayed.class,
                                        ToolOutcome.InProgress.class));
                assertThat(answers).allSatisfy(answer -> {
                    if (answer instanceof ToolOutcome.Replayed replayed) {
                        assertThat(text(replayed.outcome())).isEqualTo(result(callId));
                    }
                });
                assertThat(runners.get(0).run(tool, call(callId), TIME))
                        .isInstanceOfSatisfying(
                                ToolOutcome.Replayed.class,
                                last -> assertThat(text(last.outcome())).isEqualTo(result(callId)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Sealing.class)
    void workers_onKeysOfTheirOwn_loseNothingAndMeetNobody(Sealing sealing) {
        // Several workers share a process, and with it a store: 8 of them.
        List<ToolRunner> runners = runners(sealing, WORKERS / 4);
        int calls = (Effort.times(500) + WORKERS - 1) / WORKERS;
        try (Race race = new Race(WORKERS)) {
            race.start(worker -> {
                ToolRunner runner = runners.get(worker % runners.size());
                IntStream.range(0, calls).forEach(each -> {
                    String callId = worker + "-" + each;
                    assertThat(runner.run(tool, call(callId), TIME))
                            .as("nobody else uses this key")
                            .isInstanceOfSatisfying(
                                    ToolOutcome.Executed.class,
                                    done -> assertThat(text(done.outcome())).isEqualTo(result(callId)));
                });
                return worker;
            });
        }

        assertThat(effects)
                .hasSize(calls * WORKERS)
                .allSatisfy((callId, times) -> assertThat(times).isEqualTo(1));
        DynamoCheckpointStore reader =
                table.store().cipher(Sealing.CLEAR.cipher(Clock.systemUTC())).build();
        effects.keySet().parallelStream().forEach(callId -> {
            Checkpoint stored = reader.find(key(callId)).orElseThrow(() -> new AssertionError(callId + " is lost"));
            assertThat(stored.status()).as(callId).isEqualTo(Status.COMPLETED);
            assertThat(stored.requireExecution().epoch()).as(callId).isEqualTo(1);
        });
    }

    /** Each over a store of its own, as in processes of their own. */
    private List<ToolRunner> runners(Sealing sealing, int count) {
        var cipher = sealing.cipher(Clock.systemUTC());
        return IntStream.range(0, count)
                .mapToObj(number -> table.store().cipher(cipher).build())
                .map(Journal::over)
                .map(ToolRunner::over)
                .toList();
    }

    private static ToolCall call(String callId) {
        return ToolCall.of(
                NAMESPACE, callId, JsonNodeFactory.instance.objectNode().put("order", 7));
    }

    private static CheckpointKey key(String callId) {
        return new Binding(NAMESPACE, callId, "refund-order", "1", "sha256:" + "0".repeat(64)).key();
    }

    private static String result(String callId) {
        return "\"refund " + callId + ", 1\"";
    }

    private static String text(Outcome outcome) {
        return new String(((Payload.Inline) outcome.payload()).bytes(), StandardCharsets.UTF_8);
    }
}
