package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadContext;
import dev.toolcheckpoint.json.Digests;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** CPU of sealing a payload, its digest included, against the JDK's cipher alone over the same bytes. */
final class Sealing {

    private static final String GROUP = "encryption, CPU";
    private static final PayloadContext PLACE =
            new PayloadContext(Calls.NAMESPACE, Calls.NAMESPACE + "#0a1b", "C", "payload");

    private final Figures figures;
    private long used;

    Sealing(Figures figures) {
        this.figures = figures;
    }

    void run() throws Exception {
        try (PayloadCipher cipher = Ciphers.inMemory()) {
            for (int size : new int[] {200, 4_096, 64_000, 300_000, 5_000_000}) {
                measure(cipher, Calls.receipt(size).bytes(), size == 64_000);
            }
        }
        if (used == 0) {
            throw new IllegalStateException("Nothing was encrypted.");
        }
    }

    private void measure(PayloadCipher cipher, byte[] payload, boolean judged) throws Exception {
        CpuRounds.Result seal = CpuRounds.measure(
                () -> used += cipher.seal(PLACE, payload).envelope().size(), () -> bare(payload));
        CpuRounds.Result digest =
                CpuRounds.measure(() -> used += Digests.sha256(payload).length(), () -> bare(payload));
        PayloadCipher.Sealed sealed = cipher.seal(PLACE, payload);
        CpuRounds.Result open = CpuRounds.measure(
                () -> used += cipher.open(PLACE, sealed.digest(), sealed.envelope()).length, () -> bare(payload));
        String size = payload.length + " bytes";
        figures.add(
                judged
                        ? Figure.atMost(3, GROUP, "seal with digest, " + size + " / bare cipher", seal.ratio(), "×")
                        : Figure.told(GROUP, "seal with digest, " + size + " / bare cipher", seal.ratio(), "×"));
        figures.add(Figure.told(GROUP, "   sealing", seal.ours(), "µs"));
        figures.add(Figure.told(GROUP, "   bare cipher", seal.baseline(), "µs"));
        figures.add(Figure.told(GROUP, "   a bare SHA-256 of it", digest.ours(), "µs"));
        figures.add(Figure.told(GROUP, "   opening", open.ours(), "µs"));
    }

    /** With a fresh key and nonce, as each payload has. */
    private void bare(byte[] payload) throws GeneralSecurityException {
        byte[] random = new byte[44];
        new SecureRandom().nextBytes(random);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE,
                new SecretKeySpec(random, 0, 32, "AES"),
                new GCMParameterSpec(128, random, 32, 12));
        used += cipher.doFinal(payload).length;
    }
}
