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

    private Deflate() {}

    /** The compressed form; {@code null} when it isn't worthwhile. */
    static byte @Nullable [] compress(byte[] clear) {
        int limit = clear.length - WORTHWHILE;
        if (limit <= 0) {
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
