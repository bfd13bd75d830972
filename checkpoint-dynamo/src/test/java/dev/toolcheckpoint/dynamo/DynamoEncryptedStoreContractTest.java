package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.aws.StrictKms;
import software.amazon.awssdk.regions.Region;

/** The same with every payload encrypted; each opening is a process of its own, with no key in its cache. */
@LocalAws
class DynamoEncryptedStoreContractTest extends DynamoStoreContractTest {

    private final StrictKms kms = StrictKms.in(Region.US_EAST_1);
    private final String key = kms.newKey();

    @Override
    PayloadCipher cipher() {
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app("checkpoint")
                .table("calls")
                .build();
    }

    /** Races are about the control item, which the other class covers at length. */
    @Override
    protected int raceRounds() {
        return 5;
    }
}
