package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checkpoints and runs share a table, and neither sees the other. */
@LocalAws
class DynamoRunNeighboursTest {

    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    private final RunTable table;
    private final DynamoRunStore runs;
    private final DynamoCheckpointStore calls;

    DynamoRunNeighboursTest(AwsEndpoint aws) {
        table = new RunTable(aws);
        runs = table.encrypted().build();
        calls = DynamoCheckpointStore.builder(table.name)
                .client(table.client)
                .cipher(PayloadCipher.none())
                .build();
        VirtualClock clock = new VirtualClock();
        Binding binding = new Binding("orders", "call-1", "refund", "1", "sha256:" + "0123456789abcdef".repeat(4));
        Begin begin = Journal.builder(calls)
                .clock(clock)
                .pause(clock::advance)
                .build()
                .begin(Intent.of(binding, Recovery.manual()), Duration.ofSeconds(30));
        assertThat(begin).isInstanceOf(Begin.Acquired.class);
        for (String sort : new String[] {"RUN", "STEP#1"}) {
            assertThat(runs.commit(Made.commit(Change.of(Made.key(sort))
                            .expect("output", Made.ABSENT)
                            .put("output", Made.secret(50_000))
                            .due(Instant.ofEpochMilli(5))
                            .build())))
                    .isTrue();
        }
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void listingsOfCheckpoints_seeNoRun() {
        RecordPage listed = calls.list(ListQuery.all());
        RecordPage due = calls.attention(AttentionQuery.dueBefore(LATER));

        assertThat(listed.invalid()).isEmpty();
        assertThat(listed.records())
                .extracting(record -> record.binding().callId())
                .containsExactly("call-1");
        assertThat(due.invalid()).isEmpty();
        assertThat(due.records())
                .extracting(Checkpoint::key)
                .containsExactly(listed.records().get(0).key());
    }

    @Test
    void listingsOfRuns_seeNoCheckpoint() {
        assertThat(runs.due(LATER, 100, null).entries()).containsExactlyInAnyOrder(Made.key("RUN"), Made.key("STEP#1"));
        assertThat(runs.list("orders", "RUN", 100, null).entries())
                .extracting(RunItem::key)
                .containsExactly(Made.key("RUN"));
        assertThat(runs.list("orders", "C", 100, null).entries()).isEmpty();
        assertThat(runs.load("orders", "R#run-1")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"R#1, C", "R#1, P#x#0", "0123456789abcdef, RUN", "#x, RUN"})
    void keysOfTheJournal_areRefused(String partition, String sort) {
        ItemKey key = new ItemKey("orders", partition, sort);
        int before = table.items().size();

        assertThatExceptionOfType(ProtocolException.class)
                .isThrownBy(() -> runs.commit(Made.commit(Made.creation(key, Made.open("{}")))))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> runs.find(key));
        assertThat(table.items()).hasSize(before);
    }
}
