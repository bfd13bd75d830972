package dev.toolcheckpoint.deliverers;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.Map;

/**
 * What a sender sends: the same key, attributes and bytes at every attempt. Immutable and thread-safe; its text names sizes only,
 * for all of it may be secret.
 */
public final class Message {

    /** The longest key, in characters: what SQS takes as a deduplication id. */
    public static final int LONGEST_KEY = 128;

    private final String key;
    private final String mediaType;
    private final Map<String, String> attributes;
    private final byte[] bytes;

    private Message(String key, String mediaType, Map<String, String> attributes, byte[] bytes) {
        this.key = checked(key);
        this.mediaType = mediaType;
        this.attributes = Map.copyOf(attributes);
        this.bytes = bytes;
    }

    /**
     * A message.
     *
     * @param key what the receiver deduplicates by; 1 to 128 of the characters {@code A–Z a–z 0–9 - _ : . /}
     * @param mediaType of the bytes
     * @param bytes copied
     */
    public static Message of(String key, String mediaType, byte[] bytes) {
        return new Message(key, mediaType, Map.of(), bytes.clone());
    }

    /** The same message with attributes: headers of a request, attributes of a queue's message. A bus has none. */
    public Message with(Map<String, String> values) {
        return new Message(key, mediaType, values, bytes);
    }

    /** What the receiver deduplicates by. */
    public String key() {
        return key;
    }

    /** The media type of the bytes. */
    public String mediaType() {
        return mediaType;
    }

    /** Names and values. */
    public Map<String, String> attributes() {
        return attributes;
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
    public String toString() {
        return "Message[" + mediaType + ", " + attributes.size() + " attributes, " + bytes.length + " bytes]";
    }

    private static String checked(String key) {
        boolean good = !key.isEmpty() && key.length() <= LONGEST_KEY;
        for (int i = 0; good && i < key.length(); i++) {
            char c = key.charAt(i);
            good = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || "-_:./".indexOf(c) >= 0;
        }
        if (!good) {
            throw ProtocolException.invalidArgument("A message's key has 1 to " + LONGEST_KEY
                    + " letters, digits, '-', '_', ':', '.' and '/', found " + key.length()
                    + " characters or another one. Use a digest of what identifies the message.");
        }
        return key;
    }
}
