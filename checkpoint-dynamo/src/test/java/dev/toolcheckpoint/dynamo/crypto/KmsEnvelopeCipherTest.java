package dev.toolcheckpoint.dynamo.crypto;

import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.PLACE;
import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher.Sealed;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KmsEnvelopeCipherTest {

    private final CipherFixture fixture = new CipherFixture();
    private final KmsEnvelopeCipher cipher = fixture.cipher;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 200, 4_096, 64_000, 5_000_000})
    void open_whatWasSealed_isTheSame(int size) {
        byte[] payload = new byte[size];
        Arrays.fill(payload, (byte) 'x');
        Sealed sealed = cipher.seal(PLACE, payload);
        assertThat(cipher.open(PLACE, sealed.digest(), sealed.envelope())).isEqualTo(payload);
    }

    @Test
    void open_inAnotherProcess_isTheSame() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        Envelope stored = Envelope.parse(sealed.envelope().toBytes());
        assertThat(fixture.process().build().open(PLACE, sealed.digest(), stored))
                .isEqualTo(RESULT);
        assertThat(stored).isEqualTo(sealed.envelope());
    }

    @Test
    void seal_wrappedKeyOf184Bytes_adds290Bytes() {
        Envelope envelope = cipher.seal(PLACE, new byte[200]).envelope();
        assertThat(envelope.header()).hasSize(274);
        assertThat(envelope.body()).hasSize(216);
        assertThat(envelope.size()).isEqualTo(200 + 290);
    }

    @Test
    void seal_samePayloadTwice_givesOtherBytesAndTheSameDigest() {
        Sealed first = cipher.seal(PLACE, RESULT);
        Sealed second = cipher.seal(PLACE, RESULT);
        assertThat(second.envelope().body()).isNotEqualTo(first.envelope().body());
        assertThat(second.digest()).isEqualTo(first.digest());
    }

    @Test
    void seal_compressedForm_isDigestedInClear() {
        byte[] compressed = {1, 2, 3};
        Sealed sealed = cipher.seal(PLACE, RESULT, compressed);
        assertThat(cipher.open(PLACE, sealed.digest(), sealed.envelope())).isEqualTo(compressed);
        assertThat(sealed.digest())
                .isEqualTo(cipher.digest(PLACE, sealed.envelope().header(), RESULT));
    }

    @Test
    void open_movedToAnotherPlace_isUnreadable() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        for (PayloadContext elsewhere : new PayloadContext[] {
            new PayloadContext("other", PLACE.partitionKey(), "C", "payload"),
            new PayloadContext("orders", "orders#0a1c", "C", "payload"),
            new PayloadContext("orders", PLACE.partitionKey(), "P#1", "payload"),
            new PayloadContext("orders", PLACE.partitionKey(), "C", "error"),
            // Parts run into each other, but for the length before each.
            new PayloadContext("orders", PLACE.partitionKey() + "C", "payload", "x"),
        }) {
            assertUnreadable(() -> cipher.open(elsewhere, sealed.digest(), sealed.envelope()));
        }
    }

    @Test
    void open_besideAnotherDigest_isUnreadable() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        Sealed other = cipher.seal(PLACE, new byte[] {1});
        assertUnreadable(() -> cipher.open(PLACE, other.digest(), sealed.envelope()));
        assertUnreadable(() -> cipher.open(PLACE, sealed.digest(), other.envelope()));
    }

    @Test
    void open_anyBitFlipped_isUnreadable() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        byte[] bytes = sealed.envelope().toBytes();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertUnreadable(() -> cipher.open(PLACE, sealed.digest(), Envelope.parse(flipped)));
        }
    }

    @Test
    void open_cutShortAnywhere_isUnreadable() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        byte[] bytes = sealed.envelope().toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertUnreadable(() -> cipher.open(PLACE, sealed.digest(), Envelope.parse(cut)));
        }
    }

    @Test
    void open_wrappedKeyOfAnotherMessage_failsAtTheCommitment() {
        Sealed mine = cipher.seal(PLACE, RESULT);
        Sealed other = fixture.process().build().seal(PLACE, RESULT);
        EnvelopeHeader header = EnvelopeHeader.parse(mine.envelope().header());
        byte[] mixed = EnvelopeHeader.of(
                        header.key(),
                        EnvelopeHeader.parse(other.envelope().header()).wrapped(),
                        header.salt(),
                        header.commitment())
                .encoded();
        assertUnreadable(() -> cipher.open(
                        PLACE, mine.digest(), Envelope.of(mixed, mine.envelope().body())))
                .withMessageContaining("data key is another one");
        assertUnreadable(() -> cipher.digest(PLACE, mixed, RESULT)).withMessageContaining("data key is another one");
    }

    @Test
    void digest_ofAForgottenPayload_needsTheHeaderOnly() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        byte[] kept = sealed.envelope().header();
        PayloadCipher later = fixture.process().build();
        assertThat(later.digest(PLACE, kept, RESULT)).isEqualTo(sealed.digest()).matches("hmac-sha256:[0-9a-f]{64}");
        assertThat(later.digest(PLACE, kept, new byte[] {1})).isNotEqualTo(sealed.digest());
    }

    @Test
    void digest_samePayloadOfTwoRecords_differs() {
        assertThat(cipher.seal(CipherFixture.place("orders", "1"), RESULT).digest())
                .isNotEqualTo(
                        cipher.seal(CipherFixture.place("orders", "2"), RESULT).digest());
    }

    @Test
    void open_otherScopeOfTheCipher_isUnreadable() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        assertUnreadable(() -> fixture.process().app("other").build().open(PLACE, sealed.digest(), sealed.envelope()));
        assertUnreadable(
                () -> fixture.process().table("other").build().open(PLACE, sealed.digest(), sealed.envelope()));
    }

    @Test
    void open_clearPayload_onlyWhenAllowed() {
        Sealed planted = PayloadCipher.none().seal(PLACE, RESULT);
        assertUnreadable(() -> cipher.open(PLACE, planted.digest(), planted.envelope()));
        assertUnreadable(() -> cipher.digest(PLACE, planted.envelope().header(), RESULT));
        PayloadCipher migrating = fixture.process().openClearPayloads(true).build();
        assertThat(migrating.open(PLACE, planted.digest(), planted.envelope())).isEqualTo(RESULT);
        assertThat(migrating.digest(PLACE, planted.envelope().header(), RESULT)).isEqualTo(planted.digest());
    }

    @Test
    void none_storesInClearAndRefusesWhatIsEncrypted() {
        PayloadCipher none = PayloadCipher.none();
        Sealed clear = none.seal(PLACE, RESULT);
        assertThat(clear.digest()).startsWith("sha256:");
        assertThat(clear.envelope().size()).isEqualTo(RESULT.length + 2);
        assertThat(none.open(
                        PLACE, clear.digest(), Envelope.parse(clear.envelope().toBytes())))
                .isEqualTo(RESULT);
        Sealed encrypted = cipher.seal(PLACE, RESULT);
        assertUnreadable(() -> none.open(PLACE, encrypted.digest(), encrypted.envelope()));
        assertUnreadable(() -> none.digest(PLACE, encrypted.envelope().header(), RESULT));
    }

    @Test
    void errorsAndTexts_neverHoldAPayload() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        byte[] flipped = sealed.envelope().body().clone();
        flipped[0] ^= 1;
        String secret = new String(RESULT, StandardCharsets.UTF_8);
        assertUnreadable(() -> cipher.open(
                        PLACE, sealed.digest(), Envelope.of(sealed.envelope().header(), flipped)))
                .satisfies(failure -> {
                    for (Throwable each = failure; each != null; each = each.getCause()) {
                        assertThat(each.getMessage()).doesNotContain("re_42");
                    }
                });
        assertThat(sealed + PayloadCipher.none().seal(PLACE, RESULT).toString()).doesNotContain(secret, "re_42");
    }

    @Test
    void build_nothingSet_listsEverything() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> KmsEnvelopeCipher.builder()
                        .trustAccounts("12")
                        .timeout(Duration.ZERO)
                        .build())
                .withMessageContainingAll("client", "key", "app", "table", "12 digits", "timeout");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> fixture.process().key("arn:aws:s3:::bucket").build())
                .withMessageContaining("no ARN of a KMS key");
    }

    @Test
    void close_afterwards_everythingIsRefused() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        cipher.close();
        cipher.close();
        for (ThrowingCallable use : new ThrowingCallable[] {
            () -> fixture.prepare("orders"),
            () -> cipher.seal(PLACE, RESULT),
            () -> cipher.open(PLACE, sealed.digest(), sealed.envelope())
        }) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(use)
                    .matches(failure -> failure.code() == ErrorCode.KMS_UNAVAILABLE && !failure.retryable());
        }
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<StoreException> assertUnreadable(
            ThrowingCallable use) {
        return assertThatExceptionOfType(StoreException.class)
                .isThrownBy(use)
                .matches(failure -> failure.code() == ErrorCode.PAYLOAD_UNREADABLE, "PAYLOAD_UNREADABLE")
                .matches(failure -> !failure.retryable(), "not retryable");
    }
}
