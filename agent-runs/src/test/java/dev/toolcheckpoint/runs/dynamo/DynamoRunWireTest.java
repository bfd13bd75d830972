package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What goes over the wire, and how it looks in the table. */
@LocalAws
class DynamoRunWireTest {

    private static final ItemKey RUN = Made.key("RUN");

    private final RunTable table;
    private final DynamoRunStore store;

    DynamoRunWireTest(AwsEndpoint aws) {
        table = new RunTable(aws);
        store = table.encrypted().build();
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Map<String, Integer> requestsOf(Runnable work) {
        table.http.wire().clear();
        work.run();
        return table.http.wire().counts();
    }

    private void apply(Change... changes) {
        assertThat(store.commit(Made.commit(changes))).isTrue();
    }

    @Test
    void commit_isOneRequest() {
        Cell first = Made.secret(1_000);
        Cell second = Made.secret(1_000);

        assertThat(requestsOf(() -> apply(Made.creation(RUN, first)))).isEqualTo(Map.of("UpdateItem", 1));
        assertThat(requestsOf(() -> apply(Made.replacement(RUN, first, second))))
                .isEqualTo(Map.of("UpdateItem", 1));
        assertThat(requestsOf(() -> apply(
                        Made.creation(Made.key("STEP#1"), Made.secret(10)),
                        Change.of(RUN)
                                .expect("output", new Expected.Version(second.version()))
                                .build())))
                .isEqualTo(Map.of("TransactWriteItems", 1));
        assertThat(requestsOf(() -> apply(Change.of(RUN)
                        .expect("output", new Expected.Version(second.version()))
                        .delete())))
                .isEqualTo(Map.of("DeleteItem", 1));
    }

    @Test
    void refusal_isOneRequest() {
        apply(Made.creation(RUN, Made.open("{}")));

        assertThat(requestsOf(() -> assertThat(store.commit(Made.commit(Made.creation(RUN, Made.open("{}")))))
                        .isFalse()))
                .isEqualTo(Map.of("UpdateItem", 1));
    }

    @Test
    void load_ofTwoHundredItems_takesAtMostThreeRequests() {
        for (int first = 0; first < 200; first += 50) {
            Change[] creations = new Change[50];
            for (int n = 0; n < creations.length; n++) {
                creations[n] = Made.creation(Made.key(String.format("STEP#%04d", first + n)), Made.secret(1_000));
            }
            apply(creations);
        }

        assertThat(requestsOf(() -> assertThat(store.load("orders", "R#run-1")).hasSize(200))
                        .get("Query"))
                .isLessThanOrEqualTo(3);
        assertThat(table.http.wire().counts()).containsOnlyKeys("Query");
    }

    @Test
    void load_ofLargeCells_needsNoRequestForEach() {
        apply(Made.creation(Made.key("STEP#1"), Made.secret(100_000)));
        apply(Made.creation(Made.key("STEP#2"), Made.secret(200_000)));

        assertThat(requestsOf(() -> assertThat(store.load("orders", "R#run-1")).hasSize(2)))
                .isEqualTo(Map.of("Query", 1));
        assertThat(requestsOf(() -> assertThat(store.find(Made.key("STEP#1"))).isPresent()))
                .isEqualTo(Map.of("GetItem", 1, "BatchGetItem", 1));
    }

    @Test
    void cells_standInTheTableAsTheReferenceSays() {
        Cell state = Made.open("{\"status\":\"RUNNING\"}");
        Cell odd = Cell.open("v1", "v1", new byte[] {(byte) 0xff, 0});
        Cell secret = Made.secret(300);
        Cell reserved = Made.open("[]");

        apply(Change.of(RUN)
                .expect("state", Made.ABSENT)
                .put("state", state)
                .put("odd", odd)
                .put("input", secret)
                .put("writeId", reserved)
                .due(Instant.ofEpochMilli(77))
                .build());

        Map<String, AttributeValue> item = table.item(RUN);
        assertThat(item)
                .containsOnlyKeys(
                        "pk",
                        "sk",
                        "schema",
                        "writeId",
                        "attention",
                        "attentionAt",
                        "state",
                        "stateVersion",
                        "stateFence",
                        "odd",
                        "oddVersion",
                        "input",
                        "inputVersion",
                        "~AHcAcgBpAHQAZQBJAGQ~",
                        "~AHcAcgBpAHQAZQBJAGQ~Version",
                        "~AHcAcgBpAHQAZQBJAGQ~Fence");
        assertThat(RunTable.value(item, "pk").s()).isEqualTo("orders#R#run-1");
        assertThat(RunTable.value(item, "state").s()).isEqualTo("{\"status\":\"RUNNING\"}");
        assertThat(RunTable.value(item, "attention").s()).matches("[0-7]#RUN");
        assertThat(RunTable.value(item, "odd").m()).containsOnlyKeys("payload", "digest", "size", "open");
        assertThat(RunTable.value(item, "input").m()).containsOnlyKeys("payload", "digest", "size");
        assertThat(store.find(RUN))
                .contains(new RunItem(
                        RUN,
                        Map.of("state", state, "odd", odd, "input", secret, "writeId", reserved),
                        Instant.ofEpochMilli(77)));
    }

    @Test
    void secretCell_isNowhereInTheTableInClear() {
        Cell secret = Cell.secret(Made.id(), "card 4000-0000".getBytes(StandardCharsets.UTF_8));

        apply(Made.creation(RUN, secret));

        byte[] stored = RunTable.value(RunTable.value(table.item(RUN), "output").m(), "payload")
                .b()
                .asByteArray();
        assertThat(new String(stored, StandardCharsets.ISO_8859_1))
                .hasSizeGreaterThan(200)
                .doesNotContain("4000");
        assertThat(store.find(RUN)).map(item -> item.cell("output")).contains(secret);
    }

    @Test
    void manyCellsOfOneCommit_stayWithinItemAndTransaction() {
        Change[] changes = new Change[40];
        for (int n = 0; n < changes.length; n++) {
            Change.Builder change = Change.of(Made.key("STEP#" + n)).expect("c0", Made.ABSENT);
            for (int cell = 0; cell < 8; cell++) {
                change.put("c" + cell, Made.secret(15_000));
            }
            changes[n] = change.build();
        }

        apply(changes);

        assertThat(store.load("orders", "R#run-1"))
                .hasSize(40)
                .allSatisfy(item -> assertThat(item.cells()).hasSize(8));
    }

    @Test
    void repeatedCommit_hasTheSameToken_andIsAppliedOnce() {
        Commit commit = Made.commit(
                Made.creation(Made.key("STEP#1"), Made.open("{}")), Made.creation(Made.key("STEP#2"), Made.open("{}")));
        assertThat(store.commit(commit)).isTrue();

        assertThat(store.commit(commit)).isTrue();

        assertThat(table.hands.scan(request -> request.tableName(table.name)).items())
                .hasSize(2);
    }
}
