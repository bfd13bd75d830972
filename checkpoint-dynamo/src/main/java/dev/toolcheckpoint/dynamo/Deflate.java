package dev.toolcheckpoint.dynamo;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** The JDK's deflate. */
final class Deflate {

    /** A compressed payload must be shorter by this: what one write unit holds. Less would save nothing. */
    private static final int WORTHWHILE = 1_024;

    /** How many bytes are looked at before compressing. */
    private static final int SAMPLE = 16_384;

    /** How many values a byte has. */
    private static final int VALUES = 256;

    /** How much more often than random bytes: a fiftieth of 8 bits saved, and beyond the error of the sample. */
    private static final double STILL_RANDOM = 1.1;

    private Deflate() {}

    /**
     * The compressed form; {@code null} when it isn't worthwhile, or doesn't look so: trying costs fifty times what encrypting does,
     * so what is as good as random (images, archives, ciphertext) is told by its bytes.
     */
    static byte @Nullable [] compress(byte[] clear) {
        int limit = clear.length - WORTHWHILE;
        if (limit <= 0 || looksRandom(clear)) {
            return null;
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(clear);
            deflater.finish();
            byte[] buffer = new byte[limit];
            int length = deflater.deflate(buffer);
            return deflater.finished() ? Arrays.copyOf(buffer, length) : null;
        } finally {
            deflater.end();
        }
    }

    /**
     * Whether two bytes of it are hardly more often equal than random ones, which are once in 256 times; text is ten times as often.
     * Giving each value the bits that its frequency deserves saves next to nothing then. Repetitions of something random are not seen.
     */
    private static boolean looksRandom(byte[] clear) {
        // Odd, or only every other byte of two-byte units would be seen.
        int step = clear.length / SAMPLE | 1;
        int[] counts = new int[VALUES];
        long sampled = 0;
        for (int i = 0; i < clear.length; i += step) {
            counts[clear[i] & 0xFF]++;
            sampled++;
        }
        long equalPairs = 0;
        for (int count : counts) {
            equalPairs += (long) count * (count - 1);
        }
        return equalPairs * (double) VALUES < sampled * (sampled - 1) * STILL_RANDOM;
    }

    /**
     * The clear form, never longer than the record says; {@code null} when the bytes are no compressed form of that size.
     */
    static byte @Nullable [] expand(byte[] compressed, long size) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed);
            ByteArrayOutputStream clear = new ByteArrayOutputStream();
            byte[] buffer = new byte[16_384];
            while (!inflater.finished()) {
                int length = inflater.inflate(buffer);
                if (length == 0 || clear.size() + length > size) {
                    break;
                }
                clear.write(buffer, 0, length);
            }
            return inflater.finished() && clear.size() == size ? clear.toByteArray() : null;
        } catch (DataFormatException damaged) {
            return null;
        } finally {
            inflater.end();
        }
    }
}
