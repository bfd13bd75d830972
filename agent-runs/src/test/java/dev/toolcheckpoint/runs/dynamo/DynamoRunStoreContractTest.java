package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.runs.kit.RunStoreContract;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.testing.Effort;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;

/** The DynamoDB store passes the kit. */
@LocalAws
class DynamoRunStoreContractTest extends RunStoreContract {

    private static final List<RunTable> TABLES = new ArrayList<>();

    private @Nullable RunTable table;

    @BeforeEach
    void makeTable(AwsEndpoint aws) {
        table = new RunTable(aws);
        TABLES.add(table);
    }

    /** Not after each test: the kit looks at the items then, later than a subclass. */
    @AfterAll
    static void closeTables() {
        TABLES.forEach(RunTable::close);
        TABLES.clear();
    }

    RunTable table() {
        if (table == null) {
            throw new IllegalStateException("before the test");
        }
        return table;
    }

    @Override
    protected RunStore open() {
        return table().store().build();
    }

    /** A stand-in answers some hundred requests a second: the full rounds are for the profile deep. */
    @Override
    protected int raceRounds() {
        return Effort.times(8);
    }

    /** An index is eventually consistent in the service. */
    @Override
    protected Duration listingLag() {
        return Duration.ofSeconds(5);
    }

    /** A query reads item by item. */
    @Override
    protected boolean loadsAtOneInstant() {
        return false;
    }
}
