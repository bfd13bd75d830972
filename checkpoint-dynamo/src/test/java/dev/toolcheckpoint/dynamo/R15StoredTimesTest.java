package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** R15: which unit is stored. The time to live is in seconds, everything else in milliseconds. */
@LocalAws
class R15StoredTimesTest {

    private final TestTable table;
    private final Workers workers;

    R15StoredTimesTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        workers = new DynamoWorkers(table, Sealing.CLEAR, DynamoCalls.receipt(20_000)).get();
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void r15_aLease_isStoredInMilliseconds() {
        Instant until = workers.given(Status.EXECUTING, Workers.MANUAL)
                .requireExecution()
                .leaseUntil();

        assertThat(Raw.number(table.item(Workers.KEY), Names.LEASE))
                .hasSize(13)
                .isEqualTo(String.valueOf(until.toEpochMilli()));
    }

    /** Rounded up: nothing may go before its time. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999})
    void r15_theTimeToLive_isStoredInSecondsAndNeverTooEarly(long millis) {
        workers.clock.advance(Duration.ofMillis(millis));
        Checkpoint record = workers.given(Status.COMPLETED, Workers.MANUAL);
        Instant retainUntil = record.requireOutcome().completedAt().plus(Duration.ofDays(30));

        Map<String, AttributeValue> control = table.item(Workers.KEY);
        assertThat(Raw.number(control, Names.RETAIN_UNTIL)).isEqualTo(String.valueOf(retainUntil.toEpochMilli()));
        assertSeconds(control, retainUntil);
        assertThat(table.items())
                .filteredOn(item -> !Raw.text(item, Names.SK).equals(ItemKeys.CONTROL))
                .singleElement()
                .satisfies(chunk -> assertSeconds(chunk, retainUntil.plus(Duration.ofDays(7))));
    }

    private static void assertSeconds(Map<String, AttributeValue> item, Instant until) {
        String seconds = Raw.number(item, Names.EXPIRES_AT);
        assertThat(seconds).hasSize(10);
        assertThat(Instant.ofEpochSecond(Long.parseLong(seconds)))
                .isAfterOrEqualTo(until)
                .isBefore(until.plusSeconds(1));
    }
}
