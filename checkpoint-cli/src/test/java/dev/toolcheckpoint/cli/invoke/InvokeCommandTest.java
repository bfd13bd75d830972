package dev.toolcheckpoint.cli.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.protocol.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InvokeCommandTest {

    @TempDir
    Path folder;

    private Workplace place = new Workplace(Path.of(""));

    @BeforeEach
    void openWorkplace() throws IOException {
        place = Workplace.in(folder, "place");
    }

    @Test
    void invoke_twice_hasOneEffectAndByteIdenticalAnswers() throws IOException {
        Invocation first = Invocation.of(place.refund());
        Invocation second = Invocation.of(place.refund());

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("{\"refund\":\"rf-").endsWith("}");
        assertThat(second).isEqualTo(first);
        assertThat(place.ledgerLines("call")).isEqualTo(1);
        assertThat(place.ledgerLines("effect")).isEqualTo(1);
    }

    @Test
    void invoke_changedAmountUnderTheSameKey_isAConflict_andTheRecordStays() throws IOException {
        Invocation.of(place.refund());
        var before = place.record();

        Invocation changed = Invocation.of(place.arguments(place.changedEvent()));

        assertThat(changed.exitCode()).isEqualTo(4);
        assertThat(changed.error().path("differing")).hasToString("[\"inputFingerprint\"]");
        assertThat(place.record()).isPresent().isEqualTo(before);
        assertThat(place.ledgerLines("effect")).isEqualTo(1);
    }

    @Test
    void invoke_otherRecoveryUnderTheSameKey_isAConflict() {
        Invocation.of(place.refund());

        Invocation changed = Invocation.of(place.refund("--recovery", "idempotent", "--retry-for-ms", "60000"));

        assertThat(changed.exitCode()).isEqualTo(4);
        assertThat(changed.error().path("differing")).hasToString("[\"recovery\"]");
    }

    @Test
    void invoke_killedAfterComplete_replaysTheAnswerThatNobodyGot() throws IOException {
        Invocation killed = Invocation.of(place.refund("--kill", "after-complete"));

        assertThat(killed.exitCode()).as(killed.err()).isEqualTo(137);
        assertThat(killed.out()).isEmpty();
        assertThat(place.record().orElseThrow().status()).isEqualTo(Status.COMPLETED);
        Invocation again = Invocation.of(place.refund());
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).startsWith("{\"refund\":\"rf-");
        assertThat(place.ledgerLines("call")).isEqualTo(1);
    }

    @Test
    void invoke_killAtAPauseThatIsNotReached_answersAndSaysSo() {
        Invocation.of(place.refund());

        Invocation replayed = Invocation.of(place.refund("--kill", "before-effect"));

        assertThat(replayed.exitCode()).isZero();
        assertThat(replayed.err()).contains("without reaching before-effect");
    }

    @Test
    void invoke_eventThatNobodyRecognises_throws() throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{\"Records\":[]}");

        Invocation unknown = Invocation.of(place.arguments(event));

        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err()).contains("UnrecognisedEventException");
    }

    @Test
    void invoke_storeFromTheEnvironment_isUsed() throws IOException {
        Map<String, String> environment = Map.of(
                "TOOL_CHECKPOINT_STORE", place.store(),
                "REFUND_LEDGER", folder.resolve("ledger.jsonl").toString());

        assertThat(Invocation.with(environment, Invocation.REFUND.toString()).exitCode())
                .isZero();
        assertThat(place.record()).isPresent();
        assertThat(folder.resolve("ledger.jsonl")).exists();
    }

    @Test
    void invoke_withoutAnything_keepsStoreAndLedgerInTheStateFolder() throws IOException {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", folder.toString(), "LOCALAPPDATA", folder.toString());

        Invocation first = Invocation.with(environment, Invocation.REFUND.toString());

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(folder.resolve("tool-checkpoint").resolve("checkpoint.db")).isNotEmptyFile();
        assertThat(folder.resolve("tool-checkpoint").resolve("refund-ledger.jsonl"))
                .isNotEmptyFile();
    }

    /** Says what it sees. */
    public static final class Probe implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
            System.out.println("printed by the handler");
            context.getLogger().log("logged by the handler");
            boolean remaining = context.getRemainingTimeInMillis() > 0 && context.getRemainingTimeInMillis() <= 20_000;
            String custom = context.getClientContext() == null
                    ? "none"
                    : context.getClientContext().getCustom().get("tool");
            String text =
                    new String(input.readAllBytes(), StandardCharsets.UTF_8) + "|" + remaining + "|" + custom + "|"
                            + System.getenv("TOOL_CHECKPOINT_NAMESPACE") + "|"
                            + System.getenv("_HANDLER").endsWith("Probe") + "|"
                            + context.getAwsRequestId().length();
            output.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void invoke_ownHandler_getsTheEventToTheLetterAndALambdaLikeContext_andStdoutIsItsAnswerOnly() throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{ \"a\":1 }\n");
        Path context = Files.writeString(folder.resolve("context.json"), "{\"custom\":{\"tool\":\"t___act\"}}");

        Invocation probed = Invocation.of(place.arguments(
                event,
                "--handler",
                Probe.class.getName(),
                "--context",
                context.toString(),
                "--namespace",
                "shop",
                "--timeout",
                "20s"));

        assertThat(probed.exitCode()).as(probed.err()).isZero();
        assertThat(probed.out()).isEqualTo("{ \"a\":1 }\n|true|t___act|shop|true|36");
        assertThat(probed.err()).contains("printed by the handler").contains("logged by the handler");
    }

    /** Never comes back. */
    public static final class Hanging implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupted) {
                throw new IOException(interrupted);
            }
        }
    }

    @Test
    void invoke_handlerThatHangs_isKilledAtItsTimeout() {
        Invocation hung = Invocation.of(place.refund("--handler", Hanging.class.getName(), "--timeout", "50ms"));

        assertThat(hung.exitCode()).isEqualTo(1);
        assertThat(hung.out()).isEmpty();
        assertThat(hung.err()).contains("timed out after 50 ms");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--kill|sometime|expected one of [before-effect, after-effect, after-complete]",
                "--timeout|1h|expected 1ms to 15m",
                "--timeout|0s|expected 1ms to 15m",
                "--timeout|16m|expected 1ms to 15m",
                "--recovery|perhaps|expected manual or idempotent",
                "--recovery|idempotent|expected --retry-for-ms",
                "--retry-for-ms|1000|beside --recovery idempotent",
                "--context|absent.json|expected a JSON file",
                "--handler|java.lang.Object|is not a RequestStreamHandler",
                "--handler|com.acme.Absent|can't be made"
            })
    void invoke_wrongArgument_isUsageAndSaysWhatWasExpected(String option, String value, String expected) {
        Invocation wrong = Invocation.of(place.refund(option, value));

        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.err()).contains(expected);
    }

    @Test
    void invoke_eventOrStoreThatIsNone_isUsage() {
        assertThat(Invocation.of(folder.resolve("absent.json").toString()).exitCode())
                .isEqualTo(2);
        assertThat(Invocation.of(Invocation.REFUND.toString(), "--ledger", "x", "--store", "nowhere:x")
                        .exitCode())
                .isEqualTo(2);
    }
}
