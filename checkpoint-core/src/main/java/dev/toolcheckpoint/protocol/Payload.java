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
     * The store keeps the bytes in its own form and loads them on demand. Equal when reference and sealed bytes are.
     *
     * <p>A store that writes a record as a whole lets the sealed bytes of a small payload travel with it, so that a later
     * transition of the record carries them along. They mean nothing to anybody else, and are in no document.
     */
    final class Stored implements Payload {
        private static final byte[] NONE = {};

        private final String reference;
        private final byte[] sealed;

        /** A payload of this reference, all of whose bytes are in the store. */
        public Stored(String reference) {
            this(reference, NONE);
        }

        /**
         * A payload that carries some or all of its stored bytes.
         *
         * @param reference the store's own reference; 1 to 2 000 UTF-16 units
         * @param sealed in the store's own form; copied
         */
        public Stored(String reference, byte[] sealed) {
            Names.text("payload reference", reference);
            this.reference = reference;
            this.sealed = sealed.clone();
        }

        /** The store's own reference; means nothing to anybody else. */
        public String reference() {
            return reference;
        }

        /** A copy of the stored bytes that travel with the record; empty when none do. */
        public byte[] sealed() {
            return sealed.clone();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Stored stored
                    && reference.equals(stored.reference)
                    && Arrays.equals(sealed, stored.sealed);
        }

        @Override
        public int hashCode() {
            return 31 * reference.hashCode() + Arrays.hashCode(sealed);
        }

        /** Names the reference and a size only: some stores keep payloads in clear. */
        @Override
        public String toString() {
            return "Stored[" + reference + (sealed.length == 0 ? "" : ", " + sealed.length + " sealed bytes") + "]";
        }
    }

    /** The bytes were forgotten after the payload retention; kind, size and digest stay. */
    record Forgotten() implements Payload {}
}
