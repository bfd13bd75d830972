package dev.toolcheckpoint.dynamo.crypto;

import java.util.Arrays;
import java.util.HexFormat;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DecryptRequest;
import software.amazon.awssdk.services.kms.model.DecryptResponse;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyRequest;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyResponse;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;

/** A KMS whose only data key is known, for test vectors. */
final class FixedKms implements KmsClient {

    /** 00 01 … 1f. */
    static final byte[] DATA_KEY = counting(32, 0x00);
    /** 40 41 … : not what a KMS would make, but as long. */
    static final byte[] WRAPPED = counting(184, 0x40);

    private final String keyArn;

    FixedKms(String keyArn) {
        this.keyArn = keyArn;
    }

    static byte[] counting(int length, int from) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (from + i);
        }
        return bytes;
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public GenerateDataKeyResponse generateDataKey(GenerateDataKeyRequest request) {
        return GenerateDataKeyResponse.builder()
                .keyId(keyArn)
                .plaintext(SdkBytes.fromByteArray(DATA_KEY))
                .ciphertextBlob(SdkBytes.fromByteArray(WRAPPED))
                .build();
    }

    @Override
    public DecryptResponse decrypt(DecryptRequest request) {
        if (!Arrays.equals(request.ciphertextBlob().asByteArray(), WRAPPED)) {
            throw InvalidCiphertextException.builder().statusCode(400).build();
        }
        return DecryptResponse.builder()
                .keyId(keyArn)
                .plaintext(SdkBytes.fromByteArray(DATA_KEY))
                .build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
