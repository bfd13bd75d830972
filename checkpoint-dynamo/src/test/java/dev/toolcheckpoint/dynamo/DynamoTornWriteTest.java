package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;

/** A process is killed between the chunks of its result and the control item, after it said that it is there. */
@LocalAws
class DynamoTornWriteTest {

    /** Three chunks: with the claim and the control item five writes. */
    static final Receipt RECEIPT = DynamoCalls.receipt(900_000);

    private static final Receipt SECOND = DynamoCalls.receipt(500_000);
    private static final int AFTER_ONE_CHUNK = 3;
    private static final int BEFORE_CONTROL_ITEM = 5;

    private final AwsEndpoint aws;
    private final TestTable table;
    private final KmsClient kms;
    private final String key;

    DynamoTornWriteTest(AwsEndpoint aws) {
        this.aws = aws;
        table = new TestTable(aws);
        kms = aws.kms().build();
        key = kms.createKey().keyMetadata().arn();
    }

    @AfterEach
    void close() {
        table.close();
        kms.close();
    }

    static Intent intent(String callId, String recovery) {
        return Intent.of(
                DynamoCalls.intent(callId).binding(),
                recovery.equals("manual") ? Recovery.manual() : Recovery.idempotent(Duration.ofHours(1)));
    }

    @ParameterizedTest
    @CsvSource({"idempotent, " + AFTER_ONE_CHUNK, "idempotent, " + BEFORE_CONTROL_ITEM, "manual, " + BEFORE_CONTROL_ITEM
    })
    void kill_betweenChunksAndControlItem_leavesTheAttemptAndLitterThatExpires(String recovery, int stopBefore)
            throws IOException, InterruptedException {
        Intent intent = intent("torn", recovery);
        Instant killed = killBefore(stopBefore, recovery);

        List<Map<String, AttributeValue>> litter = chunks();
        assertThat(litter).hasSize(stopBefore - 2).allSatisfy(chunk -> assertExpires(chunk, killed));
        assertThat(Raw.text(table.item(intent.key()), Names.STATUS)).isEqualTo(Status.EXECUTING.name());

        VirtualClock clock = new VirtualClock(killed);
        Journal next = Journal.builder(table.store()
                        .clock(clock)
                        .cipher(TornWriteChild.cipher(kms, key))
                        .build())
                .clock(clock)
                .pause(clock::advance)
                .build();
        assertThat(next.begin(intent, DynamoCalls.LEASE)).isInstanceOf(Begin.Busy.class);
        clock.advance(Duration.ofMinutes(2));
        Begin begin = next.begin(intent, DynamoCalls.LEASE);

        if (recovery.equals("manual")) {
            assertThat(begin).isInstanceOf(Begin.Uncertain.class);
        } else {
            assertThat(begin)
                    .isInstanceOfSatisfying(
                            Begin.Acquired.class,
                            acquired -> assertThat(next.complete(acquired.lease(), SECOND))
                                    .isInstanceOf(Complete.Completed.class));
            assertThat(next.begin(intent, DynamoCalls.LEASE))
                    .isInstanceOfSatisfying(
                            Begin.Replay.class,
                            replay -> assertThat(bytes(replay.outcome())).isEqualTo(SECOND.bytes()));
        }
        assertThat(chunks()).as("nobody overwrites or needs the litter").containsAll(litter);
    }

    /** Starts the child, waits for its word, and sends SIGKILL. */
    private Instant killBefore(int write, String recovery) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        TornWriteChild.class.getName(),
                        table.name,
                        key,
                        "torn",
                        recovery,
                        String.valueOf(write))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(aws.environment());
        Process child = builder.start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("paused");
            return Instant.now().truncatedTo(ChronoUnit.MILLIS);
        } finally {
            child.toHandle().destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private List<Map<String, AttributeValue>> chunks() {
        return table.items().stream()
                .filter(item -> Raw.text(item, Names.SK).startsWith("P#"))
                .toList();
    }

    /** As late as those of a call that was completed just then, give or take. */
    private static void assertExpires(Map<String, AttributeValue> chunk, Instant killed) {
        Instant expected = killed.plus(Retention.DEFAULT.total()).plus(Payloads.BODY_MARGIN);
        assertThat(Instant.ofEpochSecond(Long.parseLong(Raw.number(chunk, Names.EXPIRES_AT))))
                .isBetween(expected.minus(Duration.ofHours(1)), expected.plus(Duration.ofHours(1)));
    }

    private static byte[] bytes(Outcome outcome) {
        return ((Payload.Inline) outcome.payload()).bytes();
    }
}
