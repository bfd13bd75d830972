package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadContext;
import dev.toolcheckpoint.json.Digests;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * CPU of encrypting a payload against the JDK's cipher alone over the same bytes, and of sealing it: encrypting, and the digest that
 * tells outcomes apart. SHA-256 by itself takes twice as long as AES-GCM where the processor has instructions for both.
 */
final class Sealing {

    private static final String GROUP = "encryption, CPU";
    private static final PayloadContext PLACE =
            new PayloadContext(Calls.NAMESPACE, Calls.NAMESPACE + "#0a1b", "C", "payload");

    private static final int JUDGED = 64_000;
    private static final double TARGET = 3;

    private final Figures figures;
    private long used;

    Sealing(Figures figures) {
        this.figures = figures;
    }

    void run() throws Exception {
        try (PayloadCipher cipher = Ciphers.inMemory()) {
            for (int size : new int[] {200, 4_096, JUDGED, 300_000, 5_000_000}) {
                measure(cipher, Calls.receipt(size).bytes());
            }
        }
        if (used == 0) {
            throw new IllegalStateException("Nothing was encrypted.");
        }
        inLambdaJvm();
    }

    /** Prints ours, bare and ratio at the judged size, for {@link #inLambdaJvm}. */
    public static void main(String[] arguments) throws Exception {
        try (PayloadCipher cipher = Ciphers.inMemory()) {
            Sealing sealing = new Sealing(new Figures(System.err));
            CpuRounds.Result seal = sealing.seal(cipher, Calls.receipt(JUDGED).bytes());
            System.out.println(seal.ours() + " " + seal.baseline() + " " + seal.ratio());
        }
    }

    /** Without the second compiler there are no AES and SHA instructions either. */
    private void inLambdaJvm() throws Exception {
        Process process = LambdaJvm.program(Sealing.class, List.of()).start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("The child process measured nothing.");
            }
            String[] parts = line.split(" ", -1);
            add(
                    "sealing with the payload's digest, Lambda's JVM flags, ",
                    JUDGED,
                    new CpuRounds.Result(
                            Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2])));
        } finally {
            process.waitFor();
        }
    }

    private CpuRounds.Result seal(PayloadCipher cipher, byte[] payload) throws Exception {
        return CpuRounds.measure(
                () -> used += cipher.seal(PLACE, payload).envelope().size(), () -> bare(payload));
    }

    private void measure(PayloadCipher cipher, byte[] payload) throws Exception {
        CpuRounds.Result digest =
                CpuRounds.measure(() -> used += Digests.sha256(payload).length(), () -> bare(payload));
        PayloadCipher.Sealed sealed = cipher.seal(PLACE, payload);
        CpuRounds.Result open = CpuRounds.measure(
                () -> used += cipher.open(PLACE, sealed.digest(), sealed.envelope()).length, () -> bare(payload));
        CpuRounds.Result encrypt = CpuRounds.measure(
                () -> used +=
                        cipher.seal(PLACE, new byte[0], payload).envelope().size(),
                () -> bare(payload));
        add("encrypting ", payload.length, encrypt);
        tell("sealing with the payload's digest, ", payload.length, seal(cipher, payload));
        figures.add(Figure.told(GROUP, "   a bare SHA-256 of it", digest.ours(), "µs"));
        figures.add(Figure.told(GROUP, "   opening", open.ours(), "µs"));
    }

    private void add(String name, int size, CpuRounds.Result seal) {
        String what = name + size + " bytes / bare cipher";
        figures.add(
                size == JUDGED
                        ? Figure.atMost(TARGET, GROUP, what, seal.ratio(), "×")
                        : Figure.told(GROUP, what, seal.ratio(), "×"));
        parts(seal);
    }

    private void tell(String name, int size, CpuRounds.Result seal) {
        figures.add(Figure.told(GROUP, name + size + " bytes / bare cipher", seal.ratio(), "×"));
        parts(seal);
    }

    private void parts(CpuRounds.Result seal) {
        figures.add(Figure.told(GROUP, "   ours", seal.ours(), "µs"));
        figures.add(Figure.told(GROUP, "   bare cipher", seal.baseline(), "µs"));
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
