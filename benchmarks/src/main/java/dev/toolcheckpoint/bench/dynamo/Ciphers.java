package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.testing.aws.StrictKms;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kms.KmsClient;

/** Ciphers as the store provider makes them. */
final class Ciphers {

    private Ciphers() {}

    /** Over a KMS in memory: no request is sent. */
    static PayloadCipher inMemory() {
        StrictKms kms = StrictKms.in(Region.US_EAST_1);
        return over(kms, kms.newKey());
    }

    static PayloadCipher over(KmsClient kms, String key) {
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app("toolcheckpoint")
                .table("calls")
                .build();
    }
}
