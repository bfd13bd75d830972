package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.testing.aws.StrictKms;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.regions.Region;

/**
 * Measures sealing and opening against the bare JDK cipher over the same bytes. A program, not a test: it prints one line of JSON a
 * size, with medians in microseconds.
 */
final class SealingBench {

    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 2_001;

    private SealingBench() {}

    public static void main(String[] args) throws GeneralSecurityException {
        for (int size : new int[] {200, 4_096, 64_000, 1_000_000}) {
            measure(size);
        }
    }

    private static void measure(int size) throws GeneralSecurityException {
        StrictKms kms = StrictKms.in(Region.EU_CENTRAL_1);
        PayloadCipher cipher = KmsEnvelopeCipher.builder()
                .client(kms)
                .key(kms.newKey())
                .app("checkpoint")
                .table("calls")
                .build();
        byte[] payload = new byte[size];
        new SecureRandom().nextBytes(payload);
        int warmUp = Math.max(500, Math.min(WARM_UP, 400_000_000 / size));
        long[] bare = new long[ROUNDS];
        long[] seal = new long[ROUNDS];
        long[] open = new long[ROUNDS];
        long[] digest = new long[ROUNDS];
        long used = 0; // printed, so that nothing measured can be left out
        for (int i = -warmUp; i < ROUNDS; i++) {
            int at = Math.max(i, 0);
            long start = System.nanoTime();
            used += bareEncrypt(payload).length;
            long encrypted = System.nanoTime();
            PayloadCipher.Sealed sealed = cipher.seal(CipherFixture.PLACE, payload);
            long ended = System.nanoTime();
            used += cipher.open(CipherFixture.PLACE, sealed.digest(), sealed.envelope()).length;
            long opened = System.nanoTime();
            used += Digests.sha256(payload).length();
            digest[at] = System.nanoTime() - opened;
            bare[at] = encrypted - start;
            seal[at] = ended - encrypted;
            open[at] = opened - ended;
        }
        System.out.printf(
                Locale.ROOT,
                "{\"bytes\":%d,\"bareUs\":%.1f,\"sealUs\":%.1f,\"openUs\":%.1f,\"sha256Us\":%.1f,\"sealRatio\":%.2f,\"openRatio\":%.2f,\"used\":%d}%n",
                size,
                median(bare),
                median(seal),
                median(open),
                median(digest),
                median(seal) / median(bare),
                median(open) / median(bare),
                used);
    }

    private static byte[] bareEncrypt(byte[] payload) throws GeneralSecurityException {
        byte[] random = new byte[44];
        new SecureRandom().nextBytes(random);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE,
                new SecretKeySpec(random, 0, 32, "AES"),
                new GCMParameterSpec(128, random, 32, 12));
        return cipher.doFinal(payload);
    }

    private static double median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1_000.0;
    }
}
