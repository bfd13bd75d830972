package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cases.JournalWrites;
import dev.toolcheckpoint.cases.JournalWrites.Write;
import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * R01 as it was reported: the caller's client repeats by itself, so the store only hears that the condition failed, of a write that
 * was applied. {@link R01OwnWriteTest} has the repeats of the journal.
 */
@LocalAws
class R01SdkRepeatsTest {

    private final TestTable table;
    private final DynamoDbClient repeating;

    R01SdkRepeatsTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        repeating = aws.dynamoDb(table.http).build();
    }

    @AfterEach
    void close() {
        table.close();
    }

    static List<Write> everyWrite() {
        return JournalWrites.all();
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void r01_writeThatTheSdkRepeats_isOurs(Write write) {
        VirtualClock clock = new VirtualClock();
        DynamoCheckpointStore store = table.store()
                .client(repeating)
                .clock(clock)
                .cipher(Sealing.ENCRYPTED.cipher(clock))
                .build();
        Workers workers = new Workers(store, clock, key -> table.delete(ItemKeys.partition(key), ItemKeys.CONTROL));
        write.given().accept(workers);
        Supplier<Object> operation = write.scenario().in(workers);
        workers.forgetEvents();
        table.http.wire().clear();
        table.http.faults().onWrites().next(Fault.DROP_RESPONSE);

        assertThat(operation.get()).isEqualTo(write.answer());

        assertThat(table.http.wire().exchanges())
                .anySatisfy(exchange -> assertThat(exchange.fault()).isEqualTo(Fault.DROP_RESPONSE));
        assertThat(workers.record().status()).isEqualTo(write.after());
        assertThat(workers.events(CheckpointEvent.WriteRepeated.class))
                .as("the journal heard nothing of it")
                .isEmpty();
    }
}
