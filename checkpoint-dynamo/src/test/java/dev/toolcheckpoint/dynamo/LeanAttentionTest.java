package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** The lean index: live attempts stay out of it, which spares two units a call; what is uncertain or being delivered is in it. */
@LocalAws
class LeanAttentionTest {

    private final AwsEndpoint aws;
    private final TestTable table;
    private final VirtualClock clock = new VirtualClock();
    private final Journal lean;
    private final Journal usual;

    LeanAttentionTest(AwsEndpoint aws) {
        this.aws = aws;
        table = new TestTable(aws);
        lean = journal(true);
        usual = journal(false);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Journal journal(boolean leaveAttemptsOut) {
        return Journal.builder(table.store()
                        .clock(clock)
                        .cipher(Sealing.ENCRYPTED.cipher(clock))
                        .leanAttention(leaveAttemptsOut)
                        .build())
                .clock(clock)
                .pause(clock::advance)
                .build();
    }

    @Test
    void optionOfTheStoresName_decidesWhatIsListed() {
        AwsCredentials credentials = aws.credentials().resolveCredentials();
        Map<String, String> properties = Map.of(
                "aws.accessKeyId", credentials.accessKeyId(),
                "aws.secretAccessKey", credentials.secretAccessKey(),
                "aws.region", aws.region().id());
        properties.forEach(System::setProperty);
        try {
            for (String index : List.of("full", "lean")) {
                try (CheckpointStore store = CheckpointStores.open(
                        "dynamo:" + table.name,
                        Map.of("kms", "none", "endpoint", aws.uri().toString(), "attentionIndex", index))) {
                    begin(Journal.builder(store).clock(clock).build(), index);
                }
            }
        } finally {
            properties.keySet().forEach(System::clearProperty);
        }

        assertThat(due(usual)).containsExactly("full");
    }

    private static Lease begin(Journal journal, String callId) {
        return ((Begin.Acquired) journal.begin(DynamoCalls.intent(callId), DynamoCalls.LEASE)).lease();
    }

    private List<String> due(Journal journal) {
        return journal.attention(AttentionQuery.dueBefore(clock.instant().plus(Duration.ofDays(1)))).records().stream()
                .map(record -> record.binding().callId())
                .map(callId -> callId.substring(callId.lastIndexOf('-') + 1))
                .toList();
    }

    @Test
    void freshCall_isTwoPutsOfOneUnitEachAndNothingInTheIndex() {
        lean.complete(begin(lean, "call"), DynamoCalls.receipt(200));

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 2));
        assertThat(table.http.wire().capacityUnits()).isEqualTo(2);
        table.http.wire().clear();

        usual.complete(begin(usual, "usual"), DynamoCalls.receipt(200));
        assertThat(table.http.wire().capacityUnits()).as("with the index").isEqualTo(2 + 2);
    }

    @Test
    void liveAttempt_isNotListedButFoundByAList() {
        begin(lean, "live");
        clock.advance(Duration.ofMinutes(5));

        assertThat(due(lean)).isEmpty();
        assertThat(lean.list(new ListQuery(null, Set.of(Status.EXECUTING), null, 10, null))
                        .records())
                .singleElement()
                .satisfies(record -> assertThat(record.executionExpired(clock.instant(), lean.skewMargin()))
                        .isTrue());
    }

    @Test
    void uncertainCallsAndDeliveries_areListedInOrder() {
        lean.markUncertain(begin(lean, "uncertain"), Uncertainty.Code.AMBIGUOUS_FAILURE, "reset");
        clock.advance(Duration.ofSeconds(1));
        lean.complete(begin(lean, "delivering"), DynamoCalls.receipt(200));
        lean.claimDelivery(DynamoCalls.intent("delivering").key(), DynamoCalls.LEASE, true);

        assertThat(due(lean)).containsExactly("uncertain", "delivering");
    }

    @Test
    void settledAndDeliveredCalls_leaveTheIndex() {
        Lease lease = begin(lean, "call");
        lean.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset");
        assertThat(due(lean)).hasSize(1);

        lean.complete(lease, DynamoCalls.receipt(200));

        assertThat(due(lean)).isEmpty();
        assertThat(table.item(lease.key())).doesNotContainKeys(Names.ATTENTION, Names.ATTENTION_AT);
    }

    @Test
    void attemptsOfAnotherWriter_areTakenOutByALeanOne() {
        begin(usual, "call");
        assertThat(due(lean)).containsExactly("call");
        clock.advance(Duration.ofMinutes(1));

        Lease second = begin(lean, "call");

        assertThat(due(lean)).isEmpty();
        Checkpoint record = lean.inspect(second.key()).orElseThrow();
        assertThat(record.requireExecution().epoch()).isEqualTo(2);
        usual.renew(second, DynamoCalls.LEASE.plusSeconds(5));
        assertThat(due(lean)).as("and put back by a usual one").containsExactly("call");
    }
}
