package dev.toolcheckpoint.dynamo.crypto;

import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.PLACE;
import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher.Sealed;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.aws.StrictKms;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.kms.model.KmsInternalException;

/** KMS keys that move, turn, are switched off, or belong to others. */
class KeyManagementTest {

    private static final String FOREIGN = "999988887777";

    private final CipherFixture fixture = new CipherFixture();
    private final StrictKms kms = fixture.kms;

    @Test
    void open_afterRotation_stillOpens() {
        Sealed sealed = fixture.cipher.seal(PLACE, RESULT);
        kms.rotate(fixture.key);
        assertOpens(fixture.process().build(), sealed);
    }

    @Test
    void open_afterTheAliasMoved_stillOpensWithTheKeyOfTheRecord() {
        kms.pointAlias("alias/calls", fixture.key);
        Sealed sealed = fixture.process().key("alias/calls").build().seal(PLACE, RESULT);
        kms.pointAlias("alias/calls", kms.newKey());
        KmsEnvelopeCipher moved = fixture.process().key("alias/calls").build();
        assertOpens(moved, sealed);
        kms.setEnabled(fixture.key, false);
        assertOpens(moved, moved.seal(PLACE, RESULT));
    }

    @Test
    void open_afterTheConfigurationMovedToAnotherKey_stillOpens() {
        Sealed sealed = fixture.cipher.seal(PLACE, RESULT);
        assertOpens(fixture.process().key(kms.newKey()).build(), sealed);
        assertOpens(fixture.process().key(idOf(kms.newKey())).build(), sealed);
    }

    @Test
    void open_multiRegionKey_opens() {
        Sealed sealed = fixture.process().key(kms.newMultiRegionKey()).build().seal(PLACE, RESULT);
        assertOpens(fixture.process().build(), sealed);
        assertThat(sealed.envelope().header()).hasSize(274);
    }

    @Test
    void open_disabledKey_isUnreadableUntilItIsEnabled() {
        Sealed sealed = fixture.cipher.seal(PLACE, RESULT);
        kms.setEnabled(fixture.key, false);
        KmsEnvelopeCipher other = fixture.process().build();
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.PAYLOAD_UNREADABLE, false);
        kms.setEnabled(fixture.key, true);
        assertOpens(other, sealed);
    }

    @Test
    void open_keyOfAnAccountThatIsNotTrusted_isUnreadableWithoutAskingKms() {
        Sealed planted = fixture.process().key(kms.newKey(FOREIGN)).build().seal(PLACE, RESULT);
        assertFails(
                () -> fixture.cipher.open(PLACE, planted.digest(), planted.envelope()),
                ErrorCode.PAYLOAD_UNREADABLE,
                false);
        assertThat(fixture.decrypted()).isZero();
        assertOpens(fixture.process().trustAccounts(FOREIGN).build(), planted);
    }

    @Test
    void open_keyOfAnotherAccountWithAKeyNamedById_isLookedForInTheOwnAccountOnly() {
        Sealed planted = fixture.process().key(kms.newKey(FOREIGN)).build().seal(PLACE, RESULT);
        KmsEnvelopeCipher named = fixture.process().key(idOf(fixture.key)).build();
        assertFails(() -> named.open(PLACE, planted.digest(), planted.envelope()), ErrorCode.PAYLOAD_UNREADABLE, false);
        assertOpens(
                fixture.process().key(idOf(fixture.key)).trustAccounts(FOREIGN).build(), planted);
    }

    @Test
    void generate_failures_sayWhetherARetryMayHelp() {
        assertPrepareFails(StrictKms::throttled, true);
        assertPrepareFails(() -> KmsInternalException.builder().statusCode(500).build(), true);
        assertPrepareFails(() -> ApiCallTimeoutException.create(5_000), true);
        assertPrepareFails(StrictKms::accessDenied, false);
        kms.setEnabled(fixture.key, false);
        assertFails(() -> fixture.prepare("orders"), ErrorCode.KMS_UNAVAILABLE, false);
    }

    @Test
    void decrypt_failures_sayWhetherARetryMayHelp() {
        Sealed sealed = fixture.cipher.seal(PLACE, RESULT);
        KmsEnvelopeCipher other = fixture.process().build();
        kms.failNext(1, StrictKms::throttled);
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.KMS_UNAVAILABLE, true);
        // Nothing is said about the payload, so it must not be given up.
        kms.failNext(1, StrictKms::expiredToken);
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.KMS_UNAVAILABLE, true);
        kms.failNext(1, StrictKms::accessDenied);
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.PAYLOAD_UNREADABLE, false);
        assertOpens(other, sealed);
    }

    @Test
    void keyRef_everyKind_comesBackFromItsBytes() {
        for (String arn :
                new String[] {fixture.key, kms.newMultiRegionKey(), kms.newKey("000000000000"), "odd-key-of-an-emulator"
                }) {
            KeyRef key = KeyRef.of(arn);
            ByteBuffer bytes = ByteBuffer.allocate(key.encodedLength());
            key.encode(bytes);
            assertThat(bytes.hasRemaining()).isFalse();
            assertThat(KeyRef.decode(bytes.flip())).isEqualTo(key);
        }
    }

    private void assertPrepareFails(Supplier<SdkException> failure, boolean retryable) {
        kms.failNext(1, failure);
        assertFails(() -> fixture.prepare("orders"), ErrorCode.KMS_UNAVAILABLE, retryable);
    }

    private static void assertFails(Runnable use, ErrorCode code, boolean retryable) {
        assertThatExceptionOfType(StoreException.class).isThrownBy(use::run).satisfies(failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.retryable()).isEqualTo(retryable);
            assertThat(failure.ambiguous()).isFalse();
        });
    }

    private static void assertOpens(PayloadCipher cipher, Sealed sealed) {
        assertThat(cipher.open(PLACE, sealed.digest(), sealed.envelope())).isEqualTo(RESULT);
    }

    private static String idOf(String arn) {
        return arn.substring(arn.indexOf('/') + 1);
    }
}
