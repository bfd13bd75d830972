package dev.toolcheckpoint.testing;

import java.util.Arrays;
import java.util.Random;

/** Payloads that are the same in every run. */
final class SamplePayload {

    private SamplePayload() {}

    /** Bytes that don't compress. */
    static byte[] random(int size, long seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Bytes that compress to almost nothing. */
    static byte[] uniform(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) ' ');
        return bytes;
    }
}
