package dev.toolcheckpoint.dynamo.crypto;

import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.PLACE;
import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher.Sealed;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.kms.KmsClient;

/** The cipher over the SDK's real client and KMS's real protocol. */
@LocalAws
class EmulatorKmsTest {

    private final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final KmsClient kms;
    private final String key;
    private final KmsEnvelopeCipher cipher;

    EmulatorKmsTest(AwsEndpoint aws) {
        kms = aws.kms(http)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
        key = kms.createKey().keyMetadata().arn();
        cipher = process().build();
    }

    @AfterEach
    void close() {
        kms.close();
        http.close();
    }

    @Test
    void open_inAnotherProcess_isTheSameForOneDecrypt() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        http.wire().clear();
        assertThat(process().build().open(PLACE, sealed.digest(), sealed.envelope()))
                .isEqualTo(RESULT);
        assertThat(http.wire().counts()).containsOnlyKeys("Decrypt").containsEntry("Decrypt", 1);
    }

    @Test
    void open_keyNamedById_asksTheOwnAccount() {
        Sealed sealed =
                process().key(key.substring(key.indexOf('/') + 1)).build().seal(PLACE, RESULT);
        assertThat(cipher.open(PLACE, sealed.digest(), sealed.envelope())).isEqualTo(RESULT);
    }

    @Test
    void open_wrongEncryptionContext_isUnreadable() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        assertFails(
                () -> process().table("other").build().open(PLACE, sealed.digest(), sealed.envelope()),
                ErrorCode.PAYLOAD_UNREADABLE,
                false);
    }

    @Test
    void disabledKey_isUnreadableAndGivesNoDataKey() {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        kms.disableKey(request -> request.keyId(key));
        KmsEnvelopeCipher other = process().build();
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.PAYLOAD_UNREADABLE, false);
        assertFails(() -> other.prepare("orders", Instant.EPOCH), ErrorCode.KMS_UNAVAILABLE, false);
    }

    @Test
    void everyFaultOnTheWire_isRetryable() {
        for (Fault fault : Fault.values()) {
            if (fault == Fault.TRANSACTION_CONFLICT) {
                continue;
            }
            http.faults().on("GenerateDataKey").next(fault);
            assertFails(() -> cipher.prepare("orders", Instant.EPOCH), ErrorCode.KMS_UNAVAILABLE, true);
        }
        Sealed sealed = cipher.seal(PLACE, RESULT);
        http.faults().on("Decrypt").next(Fault.THROTTLE, Fault.DROP_RESPONSE);
        KmsEnvelopeCipher other = process().build();
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.KMS_UNAVAILABLE, true);
        assertFails(() -> other.open(PLACE, sealed.digest(), sealed.envelope()), ErrorCode.KMS_UNAVAILABLE, true);
        assertThat(other.open(PLACE, sealed.digest(), sealed.envelope())).isEqualTo(RESULT);
    }

    private KmsEnvelopeCipherBuilder process() {
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app("checkpoint")
                .table("calls");
    }

    private static void assertFails(Runnable use, ErrorCode code, boolean retryable) {
        assertThatExceptionOfType(StoreException.class).isThrownBy(use::run).satisfies(failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.retryable()).isEqualTo(retryable);
        });
    }
}
