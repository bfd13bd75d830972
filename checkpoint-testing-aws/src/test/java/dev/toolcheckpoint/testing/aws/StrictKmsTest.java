package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kms.model.DisabledException;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyResponse;
import software.amazon.awssdk.services.kms.model.IncorrectKeyException;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.kms.model.NotFoundException;

class StrictKmsTest {

    private static final Map<String, String> CONTEXT = Map.of("table", "calls");

    private final StrictKms kms = StrictKms.in(Region.EU_CENTRAL_1);
    private final String key = kms.newKey();

    @Test
    void generateDataKey_wrapsInto184Bytes() {
        GenerateDataKeyResponse made = generate(key);
        assertThat(made.ciphertextBlob().asByteArray()).hasSize(184);
        assertThat(made.plaintext().asByteArray()).hasSize(32);
        assertThat(made.keyId()).isEqualTo(key);
    }

    @Test
    void decrypt_rightKeyAndContext_opens() {
        GenerateDataKeyResponse made = generate(key);
        kms.rotate(key);
        assertThat(decrypt(key, made.ciphertextBlob(), CONTEXT)).isEqualTo(made.plaintext());
    }

    @Test
    void decrypt_anyBitFlipped_isRefused() {
        byte[] blob = generate(key).ciphertextBlob().asByteArray();
        for (int i = 0; i < blob.length; i++) {
            byte[] flipped = blob.clone();
            flipped[i] ^= 1;
            assertThatExceptionOfType(InvalidCiphertextException.class)
                    .isThrownBy(() -> decrypt(key, SdkBytes.fromByteArray(flipped), CONTEXT));
        }
    }

    @Test
    void decrypt_anotherContextOrKey_isRefused() {
        SdkBytes blob = generate(key).ciphertextBlob();
        String other = kms.newKey();
        assertThatExceptionOfType(InvalidCiphertextException.class)
                .isThrownBy(() -> decrypt(key, blob, Map.of("table", "others")));
        assertThatExceptionOfType(IncorrectKeyException.class).isThrownBy(() -> decrypt(other, blob, CONTEXT));
    }

    @Test
    void keys_areFoundByIdAliasAndArnInTheirAccountOnly() {
        String foreign = kms.newKey("999988887777");
        kms.pointAlias("alias/calls", key);
        assertThat(generate("alias/calls").keyId()).isEqualTo(key);
        assertThat(generate(key.substring(key.indexOf('/') + 1)).keyId()).isEqualTo(key);
        assertThat(generate(foreign).keyId()).isEqualTo(foreign);
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> generate(foreign.substring(foreign.indexOf('/') + 1)));
    }

    @Test
    void setEnabled_false_refusesBoth() {
        SdkBytes blob = generate(key).ciphertextBlob();
        kms.setEnabled(key, false);
        assertThatExceptionOfType(DisabledException.class).isThrownBy(() -> generate(key));
        assertThatExceptionOfType(DisabledException.class).isThrownBy(() -> decrypt(key, blob, CONTEXT));
    }

    @Test
    void failNext_failsThatManyTimesAndCountsThem() {
        kms.failNext(2, StrictKms::throttled);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(KmsException.class)
                    .isThrownBy(() -> generate(key))
                    .matches(AwsServiceException::isThrottlingException);
        }
        generate(key);
        assertThat(kms.calls("GenerateDataKey")).isEqualTo(3);
    }

    private GenerateDataKeyResponse generate(String keyId) {
        return kms.generateDataKey(request -> request.keyId(keyId).encryptionContext(CONTEXT));
    }

    private SdkBytes decrypt(String keyId, SdkBytes blob, Map<String, String> context) {
        return kms.decrypt(request -> request.keyId(keyId).ciphertextBlob(blob).encryptionContext(context))
                .plaintext();
    }
}
