package dev.toolcheckpoint.dynamo;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Any text, short and without loss. Random ids (32 hex digits) become 16 bytes and digests 33, which keeps the usual item under
 * one write unit; text that UTF-8 can't hold becomes UTF-16; everything else is a string. Each text has one form only.
 */
final class TextConverter implements AttributeConverter<String> {

    static final TextConverter INSTANCE = new TextConverter();

    private static final byte UTF_16 = 0;
    private static final byte SHA256 = 1;
    private static final byte HMAC_SHA256 = 2;
    private static final int ID_BYTES = 16;
    private static final int DIGEST_BYTES = 33;

    private static final String SHA256_PREFIX = "sha256:";
    private static final String HMAC_PREFIX = "hmac-sha256:";
    private static final HexFormat HEX = HexFormat.of();

    private TextConverter() {}

    @Override
    public AttributeValue transformFrom(String text) {
        // Every text of every write comes by here: no patterns.
        if (text.length() == 2 * ID_BYTES && isHex(text, 0)) {
            return binary(HEX.parseHex(text));
        }
        if (isDigest(text, SHA256_PREFIX)) {
            return binary(tagged(SHA256, HEX.parseHex(text, SHA256_PREFIX.length(), text.length())));
        }
        if (isDigest(text, HMAC_PREFIX)) {
            return binary(tagged(HMAC_SHA256, HEX.parseHex(text, HMAC_PREFIX.length(), text.length())));
        }
        return Utf8.holds(text) ? AttributeValue.fromS(text) : binary(tagged(UTF_16, Utf8.units(text)));
    }

    private static boolean isDigest(String text, String prefix) {
        return text.length() == prefix.length() + 2 * (DIGEST_BYTES - 1)
                && text.startsWith(prefix)
                && isHex(text, prefix.length());
    }

    /** Lower-case only: each text has one form. */
    private static boolean isHex(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String transformTo(AttributeValue value) {
        String text = value.s() != null ? value.s() : value.b() != null ? decoded(value.b()) : "";
        if (!transformFrom(text).equals(value)) {
            throw ItemBuilder.broken("its texts have the one form that they are written in");
        }
        return text;
    }

    private static String decoded(SdkBytes value) {
        byte[] bytes = value.asByteArrayUnsafe();
        if (bytes.length == ID_BYTES) {
            return HEX.formatHex(bytes);
        }
        if (bytes.length == DIGEST_BYTES && bytes[0] != UTF_16) {
            return (bytes[0] == HMAC_SHA256 ? HMAC_PREFIX : SHA256_PREFIX) + HEX.formatHex(bytes, 1, DIGEST_BYTES);
        }
        return bytes.length == 0 ? "" : Utf8.ofUnits(bytes, 1);
    }

    private static byte[] tagged(byte tag, byte[] bytes) {
        return ByteBuffer.allocate(bytes.length + 1).put(tag).put(bytes).array();
    }

    private static AttributeValue binary(byte[] bytes) {
        return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
    }

    @Override
    public EnhancedType<String> type() {
        return EnhancedType.of(String.class);
    }

    @Override
    public AttributeValueType attributeValueType() {
        return AttributeValueType.S;
    }
}
