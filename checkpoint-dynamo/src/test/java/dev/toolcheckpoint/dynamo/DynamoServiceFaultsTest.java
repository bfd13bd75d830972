package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The key service and the object store fail on the wire: one effect, and an answer that is true. */
@LocalAws
class DynamoServiceFaultsTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(Duration.ofSeconds(30));
    private static final byte[] LARGE = DynamoCalls.receipt(200_000).bytes();

    private final TestTable table;
    private final FaultyHttpClient kmsWire = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final FaultyHttpClient s3Wire = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final KmsClient kms;
    private final S3Client s3;
    private final String key;
    private final String bucket;
    private final VirtualClock clock = new VirtualClock();
    private int effects;
    private final Tool<JsonNode, ToolResult> tool = Tool.named("render", JsonNode.class)
            .handler((input, context) -> {
                effects++;
                return ToolResult.of("image/png", LARGE);
            });

    DynamoServiceFaultsTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        kms = aws.kms(kmsWire)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
        s3 = aws.s3(s3Wire)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
        key = kms.createKey().keyMetadata().arn();
        bucket = aws.uniqueName("payloads");
        s3.createBucket(request -> request.bucket(bucket));
    }

    @AfterEach
    void close() {
        s3.close();
        kms.close();
        table.close();
    }

    /** A process of its own, with no key in its cache. */
    private ToolRunner process() {
        DynamoCheckpointStore store = table.store()
                .clock(clock)
                .cipher(TornWriteChild.cipher(kms, key))
                .bucket(bucket)
                .chunkLimit(100_000)
                .s3(s3)
                .build();
        return ToolRunner.over(
                Journal.builder(store).clock(clock).pause(clock::advance).build());
    }

    private static ToolCall call(Fault fault) {
        return ToolCall.of("pages", fault.name(), JsonNodeFactory.instance.objectNode());
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSACTION_CONFLICT")
    void keyService_failingAtTheClaim_startsNothing(Fault fault) {
        kmsWire.faults().on("GenerateDataKey").always(fault);

        assertFails(ErrorCode.KMS_UNAVAILABLE, process(), fault);
        assertThat(table.items()).isEmpty();

        kmsWire.faults().heal();
        assertThat(process().run(tool, call(fault), TIME)).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(effects).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSACTION_CONFLICT")
    void keyService_failingAtTheReplay_isAnErrorAndTheOutcomeStays(Fault fault) {
        process().run(tool, call(fault), TIME);
        kmsWire.faults().on("Decrypt").always(fault);

        assertFails(ErrorCode.KMS_UNAVAILABLE, process(), fault);

        kmsWire.faults().heal();
        assertReplayed(fault);
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSACTION_CONFLICT")
    void objectStore_failingOnceAtTheCompletion_isExecutedWithOneExtraRequest(Fault fault) {
        s3Wire.wire().clear();
        s3Wire.faults().on("PutObject").next(fault);

        assertThat(process().run(tool, call(fault), TIME)).isInstanceOf(ToolOutcome.Executed.class);

        assertThat(s3Wire.wire().requests("PutObject")).isEqualTo(2);
        assertThat(table.http.wire().requests()).isEqualTo(2);
        assertReplayed(fault);
    }

    @Test
    void objectStore_gone_carriesTheReceiptAndIsNeverRunAgain() {
        ToolCall call = call(Fault.DROP_REQUEST);
        s3Wire.faults().on("PutObject").always(Fault.DROP_REQUEST);

        assertThatExceptionOfType(CompletionUnconfirmedException.class)
                .isThrownBy(() -> process().run(tool, call, TIME))
                .satisfies(failure -> assertThat(failure.receipt().bytes()).isEqualTo(LARGE));

        s3Wire.faults().heal();
        assertThat(process().run(tool, call, TIME)).isInstanceOf(ToolOutcome.InProgress.class);
        clock.advance(Duration.ofMinutes(1));
        assertThat(process().run(tool, call, TIME)).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(effects).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSACTION_CONFLICT")
    void objectStore_failingAtTheReplay_isAnErrorAndTheOutcomeStays(Fault fault) {
        process().run(tool, call(fault), TIME);
        s3Wire.faults().on("GetObject").always(fault);

        assertFails(ErrorCode.STORE_UNAVAILABLE, process(), fault);

        s3Wire.faults().heal();
        assertReplayed(fault);
    }

    private void assertFails(ErrorCode code, ToolRunner process, Fault fault) {
        int before = effects;
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> process.run(tool, call(fault), TIME))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(code);
                    assertThat(failure.ambiguous()).isFalse();
                });
        assertThat(effects).as("the tool does not run").isEqualTo(before);
    }

    private void assertReplayed(Fault fault) {
        assertThat(process().run(tool, call(fault), TIME))
                .isInstanceOfSatisfying(
                        ToolOutcome.Replayed.class,
                        replayed -> assertThat(bytes(replayed.outcome())).isEqualTo(LARGE));
        assertThat(effects).isEqualTo(1);
    }

    private static byte[] bytes(Outcome outcome) {
        return ((Payload.Inline) outcome.payload()).bytes();
    }
}
