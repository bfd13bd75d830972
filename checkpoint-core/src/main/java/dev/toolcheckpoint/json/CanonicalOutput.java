package dev.toolcheckpoint.json;

/**
 * A small buffer in front of a {@link Drain}, which counts what goes through it. Not thread safe, used once.
 *
 * <p>The limit is checked when the buffer is handed on, so at most one buffer is written beyond it before it is noticed.
 */
final class CanonicalOutput {

    /** Takes a part of the output; must not keep the array. */
    @FunctionalInterface
    interface Drain {
        void accept(byte[] bytes, int offset, int length);
    }

    private static final int BUFFER = 8_192;

    private static final int SMALLEST_BUFFER = 64;

    /** Characters written between two looks at the free room; each takes six bytes at most (an escape). */
    private static final int CHUNK = 1_024;

    private static final int BYTES_PER_CHAR = 6;

    private static final int LONG_DIGITS = 20;

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** For each ASCII character 0 if it stands for itself, 'u' if it needs the long escape, else the letter of its short escape. */
    private static final byte[] ESCAPES = new byte[128];

    static {
        for (int c = 0; c < 0x20; c++) {
            ESCAPES[c] = 'u';
        }
        ESCAPES['\b'] = 'b';
        ESCAPES['\t'] = 't';
        ESCAPES['\n'] = 'n';
        ESCAPES['\f'] = 'f';
        ESCAPES['\r'] = 'r';
        ESCAPES['"'] = '"';
        ESCAPES['\\'] = '\\';
    }

    private final JsonLimits limits;
    private final Drain drain;
    private final byte[] buffer;
    private final byte[] digits = new byte[LONG_DIGITS];
    private int position;
    private long drained;

    CanonicalOutput(JsonLimits limits, Drain drain) {
        this(limits, drain, BUFFER);
    }

    private CanonicalOutput(JsonLimits limits, Drain drain, int buffer) {
        this.limits = limits;
        this.drain = drain;
        this.buffer = new byte[buffer];
    }

    /**
     * For a few short strings: no larger than they can become, since clearing a buffer takes longer than filling it.
     *
     * @param characters of all that will be written
     */
    static CanonicalOutput ofShort(JsonLimits limits, Drain drain, long characters) {
        return new CanonicalOutput(
                limits, drain, (int) Math.min(BUFFER, Math.max(SMALLEST_BUFFER, characters * BYTES_PER_CHAR)));
    }

    void ascii(char c) {
        reserve(1);
        buffer[position++] = (byte) c;
    }

    /** Writes ASCII text, shorter than the buffer, as it is. */
    void ascii(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            buffer[position++] = (byte) text.charAt(i);
        }
    }

    void number(long value) {
        // Counts down from zero because the smallest long has no positive.
        long rest = value < 0 ? value : -value;
        int start = LONG_DIGITS;
        do {
            long tenth = rest / 10;
            digits[--start] = (byte) ('0' + tenth * 10 - rest);
            rest = tenth;
        } while (rest != 0);
        if (value < 0) {
            digits[--start] = '-';
        }
        reserve(LONG_DIGITS);
        System.arraycopy(digits, start, buffer, position, LONG_DIGITS - start);
        position += LONG_DIGITS - start;
    }

    /** Writes a string in quotes. */
    void string(String text) {
        ascii('"');
        int length = text.length();
        int i = 0;
        while (i < length) {
            int end = Math.min(length, i + CHUNK);
            reserve((end - i) * BYTES_PER_CHAR);
            while (i < end) {
                i = plain(text, i, end);
                if (i < end) {
                    i = special(text, i);
                }
            }
        }
        ascii('"');
    }

    /**
     * Writes the characters that stand for themselves, and returns the index of the first that does not or is a surrogate. Nearly
     * all of a text goes through here, hence the local copies.
     */
    private int plain(String text, int from, int end) {
        byte[] target = buffer;
        int at = position;
        int i = from;
        for (; i < end; i++) {
            char c = text.charAt(i);
            if (c < ESCAPES.length) {
                if (ESCAPES[c] != 0) {
                    break;
                }
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xC0 | (c >> 6));
                target[at++] = continuation(c);
            } else if (!Character.isSurrogate(c)) {
                target[at++] = (byte) (0xE0 | (c >> 12));
                target[at++] = continuation(c >> 6);
                target[at++] = continuation(c);
            } else {
                break;
            }
        }
        position = at;
        return i;
    }

    /** Writes the character at an index, with its partner if it is half of a pair, and returns the index after it. */
    private int special(String text, int i) {
        char c = text.charAt(i);
        if (c < ESCAPES.length) {
            escape(c, ESCAPES[c]);
            return i + 1;
        }
        if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
            int codePoint = Character.toCodePoint(c, text.charAt(i + 1));
            put(0xF0 | (codePoint >> 18));
            put(continuation(codePoint >> 12));
            put(continuation(codePoint >> 6));
            put(continuation(codePoint));
            return i + 2;
        }
        escape(c, 'u');
        return i + 1;
    }

    /** The low six bits as a UTF-8 continuation byte. */
    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private void escape(char c, int letter) {
        put('\\');
        put(letter);
        if (letter == 'u') {
            put(HEX[c >> 12]);
            put(HEX[(c >> 8) & 0xF]);
            put(HEX[(c >> 4) & 0xF]);
            put(HEX[c & 0xF]);
        }
    }

    private void put(int b) {
        buffer[position++] = (byte) b;
    }

    private void reserve(int bytes) {
        if (buffer.length - position < bytes) {
            flush();
        }
    }

    /** Hands on what is in the buffer. To be called once more at the end. */
    void flush() {
        drained += position;
        if (drained > limits.maxBytes()) {
            throw limits.tooLarge();
        }
        drain.accept(buffer, 0, position);
        position = 0;
    }
}
