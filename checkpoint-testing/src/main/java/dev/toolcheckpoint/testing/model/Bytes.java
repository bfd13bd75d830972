package dev.toolcheckpoint.testing.model;

import java.nio.charset.StandardCharsets;

/** Payloads of the tests as text that a report can show. */
final class Bytes {

    private Bytes() {}

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
