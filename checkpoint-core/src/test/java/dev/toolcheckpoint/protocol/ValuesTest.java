package dev.toolcheckpoint.protocol;

import static dev.toolcheckpoint.protocol.Records.MANUAL;
import static dev.toolcheckpoint.protocol.Records.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Identity, equality, attention and what the values show of themselves. */
class ValuesTest {

    private static final String SECRET = "hunter2";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void key_ofACall_isTheDigestOfNamespaceAndCallId() {
        // Values of the published vectors; the last two differ only in where a NUL stands.
        assertThat(CheckpointKey.of("demo-workspace", "request-42:append-0").id())
                .isEqualTo("67936d9c8255374eaa39bee93d86cabb188084e87cec18321836025e3c5ef683");
        assertThat(CheckpointKey.of("日本", "😀é").id())
                .isEqualTo("85a79d4e350c4c8f68748791fa6d9e6dc6153b632083fdb88bc3b87ca961a23f");
        assertThat(CheckpointKey.of("tenant\0one", "two").id())
                .isEqualTo("8cc3281c702227290a1f44d6e352ef13053aa02443845dd49be652422eaf0261");
        assertThat(CheckpointKey.of("tenant", "one\0two").id())
                .isEqualTo("b1001e91311bde1d1f57fb9ad3a0c57c969b8d30df28f79d4f5dee9fda3b3e3d");
    }

    @Test
    void key_ofARecord_isTheOneOfItsBinding() {
        CheckpointKey key = CheckpointKey.of("tenant", "call-1");

        assertThat(Records.BINDING.key()).isEqualTo(key);
        assertThat(Records.ready(MANUAL).key()).isEqualTo(key);
        assertThat(key).hasToString("tenant/" + key.id());
    }

    @Test
    void receipt_equality_isOfKindMediaTypeMarkAndBytes() {
        Receipt receipt = Receipt.error("text/plain", utf8("no"), true);

        assertThat(receipt)
                .isEqualTo(Receipt.error("text/plain", utf8("no"), true))
                .hasSameHashCodeAs(Receipt.error("text/plain", utf8("no"), true))
                .isNotEqualTo(Receipt.error("text/plain", utf8("no"), false))
                .isNotEqualTo(Receipt.error("text/html", utf8("no"), true))
                .isNotEqualTo(Receipt.error("text/plain", utf8("on"), true))
                .isNotEqualTo(Receipt.success("text/plain", utf8("no")))
                .isNotEqualTo("no");
        assertThat(Receipt.successJson("1").hashCode())
                .isNotEqualTo(Receipt.successJson("2").hashCode());
    }

    static Stream<Receipt> differentReceipts() {
        return Stream.of(
                Receipt.success("text/plain", utf8("{\"sent\":true}")),
                Receipt.error(Receipt.JSON, utf8("{\"sent\":true}"), false),
                Receipt.error(Receipt.JSON, utf8("{\"sent\":true}"), true),
                Receipt.successJson("{\"sent\":true} "));
    }

    @ParameterizedTest
    @MethodSource("differentReceipts")
    void outcome_ofAnotherReceipt_isNotTheSame(Receipt other) {
        Outcome stored = Records.outcome(START, null);

        assertThat(stored.sameAs(Records.RECEIPT, stored.digest())).isTrue();
        assertThat(stored.sameAs(Records.RECEIPT, "sha256:" + "cd".repeat(32))).isFalse();
        assertThat(stored.sameAs(other, stored.digest())).isFalse();
    }

    @Test
    void outcome_ofAnErrorThatIsNotRetryable_differsFromOneThatIs() {
        Receipt retryable = Receipt.errorJson("REFUSED", "no", true);
        Outcome stored = Outcome.of(retryable, "d", Payload.Inline.of(retryable.bytes()), START, null);

        assertThat(stored.retryableAsNewCall()).isTrue();
        assertThat(stored.sameAs(retryable, "d")).isTrue();
        assertThat(stored.sameAs(Receipt.errorJson("REFUSED", "no", false), "d"))
                .isFalse();
    }

    @Test
    void receipt_kindsOfNothing_areDistinguishable() {
        assertThat(List.of(
                        Receipt.successVoid(),
                        Receipt.successJson("null"),
                        Receipt.successJson("\"\""),
                        Receipt.successJson("{}"),
                        Receipt.successJson("[]")))
                .doesNotHaveDuplicates();
        assertThat(Outcome.of(Receipt.successVoid(), "d", new Payload.Forgotten(), START, null)
                        .isVoid())
                .isTrue();
        assertThat(Records.outcome(START, null).isVoid()).isFalse();
        assertThat(Receipt.successVoid().size()).isZero();
    }

    @Test
    void errorJson_ofAnyText_isJson() throws Exception {
        String message = "quote \" backslash \\ newline \n NUL \0 umlaut ü emoji 😀";
        Receipt error = Receipt.errorJson("A\"B", message, false);
        JsonNode json = new ObjectMapper().readTree(error.bytes());

        assertThat(json.get("code").textValue()).isEqualTo("A\"B");
        assertThat(json.get("message").textValue()).isEqualTo(message);
        assertThat(json.size()).isEqualTo(2);
        assertThat(error.kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(error.mediaType()).isEqualTo("application/json");
    }

    @Test
    void notStarted_isAnErrorThatMayComeAgainAsANewCall() throws Exception {
        Receipt receipt = Receipt.notStarted();

        assertThat(receipt.kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(receipt.retryableAsNewCall()).isTrue();
        assertThat(new ObjectMapper().readTree(receipt.bytes()).get("code").textValue())
                .isEqualTo("NOT_STARTED");
    }

    @Test
    void bytes_givenAndTaken_areCopies() {
        byte[] given = utf8("abc");
        Receipt success = Receipt.success("text/plain", given);
        Receipt error = Receipt.error("text/plain", given, false);
        Payload.Inline inline = Payload.Inline.of(given);
        given[0] = 'X';
        success.bytes()[1] = 'X';
        error.bytes()[1] = 'X';
        inline.bytes()[1] = 'X';

        assertThat(success.bytes()).isEqualTo(utf8("abc"));
        assertThat(error.bytes()).isEqualTo(utf8("abc"));
        assertThat(inline.bytes()).isEqualTo(utf8("abc"));
        assertThat(inline.size()).isEqualTo(3);
    }

    @Test
    void inlinePayload_equality_isOfItsBytes() {
        assertThat(Payload.Inline.of(utf8("abc")))
                .isEqualTo(Payload.Inline.of(utf8("abc")))
                .hasSameHashCodeAs(Payload.Inline.of(utf8("abc")))
                .isNotEqualTo(Payload.Inline.of(utf8("abd")))
                .isNotEqualTo("abc");
        assertThat(Payload.Inline.of(utf8("abc")).hashCode())
                .isNotEqualTo(Payload.Inline.of(utf8("abd")).hashCode());
    }

    @Test
    void toString_ofWhateverHoldsAPayload_showsItsSizeOnly() {
        Receipt receipt = Receipt.successJson("\"" + SECRET + "\"");
        Outcome outcome = Outcome.of(receipt, "sha256:1", Payload.Inline.of(receipt.bytes()), START, null);
        Transition completion = ExecutionTransitions.completeExecution(
                Records.executing(MANUAL),
                Records.FENCE,
                outcome,
                LateReceipts.ACCEPT,
                Records.RETENTION,
                "next",
                START);

        for (Object value : List.of(
                receipt,
                outcome,
                outcome.payload(),
                completion,
                completion.next(),
                new CompletionUnconfirmedException(Records.BINDING.key(), receipt, new IllegalStateException()))) {
            assertThat(value.toString()).isNotEmpty().doesNotContain(SECRET);
        }
        assertThat(receipt).hasToString("Receipt[SUCCESS, application/json, 9 bytes]");
        assertThat(outcome.payload()).hasToString("Inline[9 bytes]");
    }

    @Test
    void attention_ofEveryState_saysWhatItWaitsForAndFromWhen() {
        assertThat(Attention.of(Records.ready(MANUAL))).isEmpty();
        assertThat(Attention.of(Records.completed(MANUAL))).isEmpty();
        assertThat(Attention.of(Records.delivered(MANUAL))).isEmpty();
        assertThat(Attention.of(Records.executing(MANUAL)))
                .contains(new Attention(Attention.Kind.EXECUTION, Records.LEASE_END));
        assertThat(Attention.of(Records.abandoned(Records.IDEMPOTENT, START.plusSeconds(1))))
                .contains(new Attention(Attention.Kind.EXECUTION, START.plusSeconds(1)));
        assertThat(Attention.of(Records.uncertain(MANUAL)))
                .contains(new Attention(Attention.Kind.UNCERTAIN, START.plusSeconds(2)));
        assertThat(Attention.of(Records.delivering(MANUAL, false)))
                .contains(new Attention(Attention.Kind.DELIVERY, Records.LEASE_END));
    }

    @Test
    void record_askedForWhatItsStateDoesNotHave_saysSo() {
        Checkpoint ready = Records.ready(MANUAL);
        List<Runnable> questions = List.of(
                ready::requireExecution, ready::requireOutcome, ready::requireDelivery, ready::requireUncertainty);
        List<String> fields = List.of("execution", "outcome", "delivery", "uncertainty");
        for (int i = 0; i < fields.size(); i++) {
            Runnable question = questions.get(i);
            assertThatThrownBy(question::run)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("READY must have " + fields.get(i));
        }
        assertThat(ready.heldBy(Records.FENCE)).isFalse();
        assertThat(Records.executing(MANUAL).heldBy(Records.FENCE)).isTrue();
        assertThat(Records.executing(MANUAL).heldBy(new Fence("attempt-2", 1))).isFalse();
    }

    @Test
    void withPayload_changesNothingElse() {
        Checkpoint record = Records.undeliverable(MANUAL);
        Checkpoint loaded = record.withPayload(new Payload.Stored("chunk-1"));

        assertThat(loaded.requireOutcome().payload()).isEqualTo(new Payload.Stored("chunk-1"));
        assertThat(loaded.withPayload(record.requireOutcome().payload())).isEqualTo(record);
        assertThat(loaded.writeId()).isEqualTo(record.writeId());
    }

    @Test
    void storedPayload_carriesItsSealedBytesAndDoesNotShowThem() {
        byte[] bytes = {115, 101, 99};
        Payload.Stored stored = new Payload.Stored("inline", bytes);
        bytes[0] = 0;
        stored.sealed()[0] = 0;

        assertThat(stored.sealed()).containsExactly(115, 101, 99);
        assertThat(stored).isEqualTo(new Payload.Stored("inline", stored.sealed()));
        assertThat(stored).hasSameHashCodeAs(new Payload.Stored("inline", stored.sealed()));
        assertThat(stored)
                .isNotEqualTo(new Payload.Stored("inline"))
                .isNotEqualTo(new Payload.Stored("chunk", stored.sealed()));
        assertThat(stored).hasToString("Stored[inline, 3 sealed bytes]");
        assertThat(new Payload.Stored("inline")).hasToString("Stored[inline]");
    }

    @Test
    void execution_fence_isItsAttemptAndEpoch() {
        Execution attempt = new Execution("attempt-7", 7, START, Instant.MAX, null);

        assertThat(attempt.fence()).isEqualTo(new Fence("attempt-7", 7));
        assertThat(attempt.heldBy(new Fence("attempt-7", 7))).isTrue();
        assertThat(attempt.heldBy(new Fence("attempt-7", 8))).isFalse();
        assertThat(attempt.heldBy(new Fence("attempt-8", 7))).isFalse();
    }

    @Test
    void hasOutcome_ofEveryStatus_isTrueFromCompletedOn() {
        assertThat(Stream.of(Status.values()).filter(Status::hasOutcome))
                .containsExactly(Status.COMPLETED, Status.DELIVERING, Status.DELIVERED);
    }
}
