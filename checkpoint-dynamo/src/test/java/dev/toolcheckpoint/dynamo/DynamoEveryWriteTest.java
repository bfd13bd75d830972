package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.cases.JournalWrites;
import dev.toolcheckpoint.cases.JournalWrites.Write;
import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.aws.WireExchange;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every request that writes, of every operation of the journal, with every fault on the wire. Operations are found by reflection
 * (R01OwnWriteCases checks that none is missing), their requests on the wire: neither list is written by hand.
 */
@LocalAws
class DynamoEveryWriteTest {

    /** One chunk; more of them are tried by whole calls. */
    private static final Receipt LARGE = DynamoCalls.receipt(20_000);

    private final TestTable table;

    DynamoEveryWriteTest(AwsEndpoint aws) {
        table = new TestTable(aws);
    }

    @AfterEach
    void close() {
        table.close();
    }

    static List<Write> everyWrite() {
        return JournalWrites.all();
    }

    static List<Write> everyWriteOfAnOutcome() {
        return everyWrite().stream().filter(write -> write.after().hasOutcome()).toList();
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void write_withAnyFault_isDoneOnceWithAtMostTwoExtraRequests(Write write) {
        tryEveryFault(write, Workers.RECEIPT);
    }

    @ParameterizedTest
    @MethodSource("everyWriteOfAnOutcome")
    void write_besideChunksWithAnyFault_isDoneOnceWithAtMostTwoExtraRequests(Write write) {
        tryEveryFault(write, LARGE);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400_000})
    void toolCall_withAnyFaultAtAnyWrite_isExecutedWithOneEffectAndAtMostTwoExtraRequests(int size) {
        call("sound", size);
        List<WireExchange> sound = table.http.wire().exchanges();
        long writes =
                sound.stream().filter(exchange -> exchange.request().write()).count();
        assertThat(writes).isGreaterThanOrEqualTo(2);

        for (int nth = 1; nth <= writes; nth++) {
            for (Fault fault : Fault.values()) {
                table.http.faults().onWrites().nth(nth, fault);
                call("write-" + nth + "-" + fault, size);
                table.http.faults().heal();
                assertThat(table.http.wire().requests()).isLessThanOrEqualTo(sound.size() + 2);
            }
        }
    }

    /** Must be executed, with one effect. */
    private void call(String callId, int size) {
        table.http.wire().clear();
        int[] effects = {0};
        byte[] bytes = DynamoCalls.receipt(size).bytes();
        Tool<JsonNode, ToolResult> tool = Tool.named("render", JsonNode.class).handler((input, context) -> {
            effects[0]++;
            return ToolResult.of("image/png", bytes);
        });
        Workers workers = new DynamoWorkers(table, Sealing.ENCRYPTED, Workers.RECEIPT).get();

        ToolOutcome outcome = ToolRunner.over(workers.journal)
                .run(
                        tool,
                        ToolCall.of("pages", callId, JsonNodeFactory.instance.objectNode()),
                        TimeBudget.ofLease(Workers.LEASE));

        assertThat(outcome).as(callId).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(effects).as(callId).containsExactly(1);
    }

    private void tryEveryFault(Write write, Receipt receipt) {
        run(write, receipt);
        List<WireExchange> sound = table.http.wire().exchanges();
        long writes =
                sound.stream().filter(exchange -> exchange.request().write()).count();
        assertThat(writes).as("writes of %s", write).isPositive();

        for (int nth = 1; nth <= writes; nth++) {
            for (Fault fault : Fault.values()) {
                Workers workers = run(write, receipt, nth, fault);

                String what = write + ", write " + nth + ", " + fault;
                assertThat(table.http.wire().exchanges())
                        .as(what)
                        .anySatisfy(exchange -> assertThat(exchange.fault()).isEqualTo(fault))
                        .hasSizeLessThanOrEqualTo(sound.size() + 2);
                assertThat(workers.record().status()).as(what).isEqualTo(write.after());
                assertReadable(workers, receipt, what);
            }
        }
    }

    private static void assertReadable(Workers workers, Receipt receipt, String what) {
        var outcome = workers.record().outcome();
        if (outcome != null && !outcome.forgotten()) {
            assertThat(workers.store.loadPayload(workers.record())).as(what).isEqualTo(receipt.bytes());
        }
    }

    private Workers run(Write write, Receipt receipt) {
        return run(write, receipt, 0, Fault.DROP_REQUEST);
    }

    /** From an empty table, with a fault at the nth write of the operation; 0 for none. */
    private Workers run(Write write, Receipt receipt, int nth, Fault fault) {
        table.empty();
        Workers workers = new DynamoWorkers(table, Sealing.CLEAR, receipt).get();
        write.given().accept(workers);
        Supplier<Object> operation = write.scenario().in(workers);
        table.http.wire().clear();
        table.http.faults().onWrites().nth(nth, fault);

        assertThat(operation.get()).as("%s, write %d, %s", write, nth, fault).isEqualTo(write.answer());

        table.http.faults().heal();
        return workers;
    }
}
