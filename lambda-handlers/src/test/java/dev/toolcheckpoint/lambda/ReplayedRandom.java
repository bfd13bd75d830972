package dev.toolcheckpoint.lambda;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What every {@code new SecureRandom()} of this process gives while it is installed: bytes that follow from a seed and their number
 * only, on the thread that installed it. A new seed is what a platform does to the generators of a restored process.
 */
final class ReplayedRandom implements AutoCloseable {

    private static final String NAME = "Replayed";

    private static volatile ReplayedRandom current = new ReplayedRandom();

    private final Thread thread = Thread.currentThread();
    private final List<String> drawn = new CopyOnWriteArrayList<>();
    private String seed = "";

    private ReplayedRandom() {}

    static ReplayedRandom install() {
        current = new ReplayedRandom();
        Security.insertProviderAt(new Replayed(), 1);
        return current;
    }

    /** Starts anew from a seed. */
    void start(String newSeed) {
        drawn.clear();
        seed = newSeed;
    }

    /** What was drawn since, in hex. */
    List<String> drawn() {
        return List.copyOf(drawn);
    }

    private void fill(byte[] bytes) {
        String prefix = Thread.currentThread() == thread ? seed : "elsewhere " + System.nanoTime();
        int number = drawn.size();
        for (int at = 0; at < bytes.length; at += 32) {
            byte[] block = sha256(prefix + "/" + number + "/" + at);
            System.arraycopy(block, 0, bytes, at, Math.min(32, bytes.length - at));
        }
        if (Thread.currentThread() == thread) {
            drawn.add(HexFormat.of().formatHex(bytes));
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public void close() {
        Security.removeProvider(NAME);
    }

    private static final class Replayed extends Provider {
        private static final long serialVersionUID = 1;

        private Replayed() {
            super(NAME, "1", "Bytes that follow from a seed");
            put("SecureRandom.Replayed", Spi.class.getName());
        }
    }

    /** Made by the JDK. */
    public static final class Spi extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        @Override
        protected void engineSetSeed(byte[] ignored) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            current.fill(bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int length) {
            byte[] seed = new byte[length];
            Arrays.fill(seed, (byte) 1);
            return seed;
        }
    }
}
