package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.testing.aws.StrictKms;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import software.amazon.awssdk.regions.Region;

/** A KMS, a key, a clock that stands still, and ciphers over them: each is a process of its own. */
final class CipherFixture {

    static final PayloadContext PLACE = place("orders", "0a1b");
    static final byte[] RESULT = "{\"refund\":\"re_42\",\"amount\":1999}".getBytes(StandardCharsets.UTF_8);

    final StrictKms kms = StrictKms.in(Region.EU_CENTRAL_1);
    final String key = kms.newKey();
    final Hands clock = new Hands();
    final KmsEnvelopeCipher cipher = process().build();

    KmsEnvelopeCipherBuilder process() {
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app("checkpoint")
                .table("calls")
                .clock(clock);
    }

    static PayloadContext place(String namespace, String id) {
        return new PayloadContext(namespace, namespace + "#" + id, "C", "payload");
    }

    void prepare(String namespace) {
        cipher.prepare(namespace, clock.instant().plusSeconds(30));
    }

    int generated() {
        return kms.calls("GenerateDataKey");
    }

    int decrypted() {
        return kms.calls("Decrypt");
    }

    static final class Hands extends Clock {
        private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");

        void advance(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
