package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.testing.aws.StrictKms;
import java.time.Clock;
import software.amazon.awssdk.regions.Region;

/** How payloads are kept. Each cipher has a key of its own. */
enum Sealing {
    CLEAR,
    ENCRYPTED;

    PayloadCipher cipher(Clock clock) {
        if (this == CLEAR) {
            return PayloadCipher.none();
        }
        StrictKms kms = StrictKms.in(Region.US_EAST_1);
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(kms.newKey())
                .app("toolcheckpoint")
                .table("calls")
                .clock(clock)
                .build();
    }
}
