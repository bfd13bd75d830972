package dev.toolcheckpoint.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where the bytes of an outcome are. */
public sealed interface Payload {

    /** The bytes are here, in clear. */
    final class Inline implements Payload {
        private final byte[] bytes;

        private Inline(byte[] bytes) {
            this.bytes = bytes;
        }

        /** A payload of these bytes; they are copied. */
        public static Inline of(byte[] bytes) {
            return new Inline(bytes.clone());
        }

        /** A copy of the bytes. */
        public byte[] bytes() {
            return bytes.clone();
        }

        /** How many bytes. */
        public int size() {
            return bytes.length;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Inline inline && Arrays.equals(bytes, inline.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        /** Names the size only: a payload may be secret. */
        @Override
        public String toString() {
            return "Inline[" + bytes.length + " bytes]";
        }
    }

    /**
     * The store keeps the bytes in its own form and loads them on demand.
     *
     * @param reference the store's own reference; means nothing to anybody else
     */
    record Stored(String reference) implements Payload {
        /** Checks the reference. */
        public Stored {
            Names.text("payload reference", reference);
        }
    }

    /** The bytes were forgotten after the payload retention; kind, size and digest stay. */
    record Forgotten() implements Payload {}
}
