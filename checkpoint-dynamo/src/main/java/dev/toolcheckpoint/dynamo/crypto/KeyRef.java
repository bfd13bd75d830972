package dev.toolcheckpoint.dynamo.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The KMS key that wrapped a data key, in 22 bytes instead of the 75 of its ARN. Partition and region are left out: a KMS
 * client reaches only keys of its own region, and a multi-Region key has the same id in all of them.
 *
 * @param kind how {@code id} is encoded
 * @param account the 12 digits of the owner; {@code null} with {@link Kind#TEXT}
 * @param id the key id, or with {@link Kind#TEXT} whatever KMS called the key
 */
record KeyRef(Kind kind, @Nullable String account, String id) {

    /** How a key's id is encoded. */
    enum Kind {
        /** None: nothing is encrypted. */
        NONE(0),
        /** The 16 bytes of a UUID. */
        UUID(1),
        /** The 16 bytes after {@code mrk-}: a multi-Region key. */
        MULTI_REGION(2),
        /** UTF-8, behind its length. */
        TEXT(3);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    static final KeyRef NONE = new KeyRef(Kind.NONE, null, "");

    /** The longest key id KMS takes (API reference of {@code Decrypt}). */
    static final int MAX_TEXT_BYTES = 2_048;

    private static final int ID_BYTES = 16;
    private static final int ACCOUNT_BYTES = 5;
    private static final Pattern KEY_ARN = Pattern.compile("arn:aws[a-z-]*:kms:[a-z0-9-]+:([0-9]{12}):key/"
            + "(?:(mrk-[0-9a-f]{32})|([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))");
    private static final Pattern ANY_ARN = Pattern.compile("arn:[^:]*:[^:]*:[^:]*:([^:]*):.*");
    private static final HexFormat HEX = HexFormat.of();

    /** The key that KMS calls by this ARN. */
    static KeyRef of(String arn) {
        Matcher matcher = KEY_ARN.matcher(arn);
        if (!matcher.matches()) {
            return new KeyRef(Kind.TEXT, null, arn);
        }
        String multiRegion = matcher.group(2);
        return multiRegion != null
                ? new KeyRef(Kind.MULTI_REGION, matcher.group(1), multiRegion)
                : new KeyRef(Kind.UUID, matcher.group(1), matcher.group(3));
    }

    /** The account in an ARN; {@code null} when the text is none. */
    static @Nullable String accountOf(String text) {
        Matcher matcher = ANY_ARN.matcher(text);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** The account that owns the key; {@code null} when it is named within the caller's own account. */
    @Nullable
    String owner() {
        return kind == Kind.TEXT ? accountOf(id) : account;
    }

    int encodedLength() {
        return kind == Kind.TEXT
                ? 1 + Short.BYTES + id.getBytes(StandardCharsets.UTF_8).length
                : 1 + ACCOUNT_BYTES + ID_BYTES;
    }

    void encode(ByteBuffer out) {
        out.put(kind.code);
        if (kind == Kind.TEXT) {
            byte[] text = id.getBytes(StandardCharsets.UTF_8);
            out.putShort((short) text.length).put(text);
            return;
        }
        long number = account == null ? 0 : Long.parseLong(account);
        out.put((byte) (number >>> 32)).putInt((int) number);
        String digits = kind == Kind.MULTI_REGION ? id.substring("mrk-".length()) : id.replace("-", "");
        out.put(HEX.parseHex(digits));
    }

    static KeyRef decode(ByteBuffer in) {
        byte kind = in.get();
        if (kind == Kind.TEXT.code) {
            int length = Short.toUnsignedInt(in.getShort());
            if (length == 0 || length > MAX_TEXT_BYTES) {
                throw Unreadable.malformed("a key id of " + length + " bytes");
            }
            return new KeyRef(Kind.TEXT, null, new String(EnvelopeHeader.take(in, length), StandardCharsets.UTF_8));
        }
        if (kind != Kind.UUID.code && kind != Kind.MULTI_REGION.code) {
            throw Unreadable.malformed("unknown kind of key id " + Byte.toUnsignedInt(kind));
        }
        long number = Byte.toUnsignedLong(in.get()) << 32 | Integer.toUnsignedLong(in.getInt());
        String account = "%012d".formatted(number);
        String digits = HEX.formatHex(EnvelopeHeader.take(in, ID_BYTES));
        return kind == Kind.MULTI_REGION.code
                ? new KeyRef(Kind.MULTI_REGION, account, "mrk-" + digits)
                : new KeyRef(Kind.UUID, account, dashed(digits));
    }

    private static String dashed(String digits) {
        return digits.substring(0, 8)
                + '-'
                + digits.substring(8, 12)
                + '-'
                + digits.substring(12, 16)
                + '-'
                + digits.substring(16, 20)
                + '-'
                + digits.substring(20);
    }

    /** What a message may call the key. */
    @Override
    public String toString() {
        return account == null ? id : "key/" + id + " of account " + account;
    }
}
