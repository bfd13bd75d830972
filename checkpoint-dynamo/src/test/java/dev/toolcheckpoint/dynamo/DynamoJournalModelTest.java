package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.model.JournalModelContract;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The journal over a table does what the model says. All histories share one table, and one key. */
@LocalAws
class DynamoJournalModelTest extends JournalModelContract {

    private final TestTable table;
    private final PayloadCipher cipher = Sealing.ENCRYPTED.cipher(Clock.systemUTC());

    DynamoJournalModelTest(AwsEndpoint aws) {
        table = new TestTable(aws);
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Override
    protected CheckpointStore open() {
        return table.store().cipher(cipher).build();
    }

    /** A stand-in answers some hundred requests a second. */
    @Override
    protected int histories() {
        return 20;
    }

    /** In memory and on SQLite the full number meets all there is. */
    @Override
    protected List<String> mustMeet() {
        return List.of(
                "Begin: Acquired",
                "Begin: Busy",
                "Begin: Conflict",
                "Begin: Replay",
                "Begin: Uncertain",
                "Begin: throws STORE_UNAVAILABLE",
                "Complete: Completed",
                "Complete: OutcomeConflict",
                "Complete: Replayed",
                "Complete: Stale",
                "Renew: Renewed",
                "Abandon: Abandoned",
                "MarkByHolder: Marked",
                "Settle: Settled",
                "ClaimDelivery: Claimed",
                "EndDelivery COMPLETE: DONE",
                "EndDelivery RELEASE: DONE",
                "Forget: FORGOTTEN");
    }
}
