package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** The keys of items, and what they say. */
final class ItemKeys {

    /** The sort key of every control item. */
    static final String CONTROL = "C";

    /** What the sort key of every chunk begins with. */
    static final String CHUNK_PREFIX = "P#";

    private static final int MAX_PLAIN_ID = 64;

    private ItemKeys() {}

    /** {@code <namespace>#<id>}. */
    static String partition(CheckpointKey key) {
        return partitionPrefix(key.namespace()) + key.id();
    }

    /**
     * What the keys of a namespace begin with. No namespace has a {@code #}, so one that UTF-8 can't hold (a lone surrogate) is
     * written in another way that begins with two of them.
     */
    static String partitionPrefix(String namespace) {
        return Utf8.holds(namespace)
                ? namespace + "#"
                : "##" + Base64.getUrlEncoder().withoutPadding().encodeToString(Utf8.units(namespace)) + "#";
    }

    /** The namespace that a partition key of any store begins with; empty when there is none. */
    static Optional<String> namespace(String partition) {
        boolean encoded = partition.startsWith("##");
        int end = partition.indexOf('#', encoded ? 2 : 0);
        if (end < 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    encoded
                            ? Utf8.ofUnits(Base64.getUrlDecoder().decode(partition.substring(2, end)), 0)
                            : partition.substring(0, end));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    /** The key that a control item's partition key was made of. */
    static CheckpointKey key(String partition) {
        int end = partition.lastIndexOf('#');
        try {
            String namespace = partition.startsWith("##")
                    ? Utf8.ofUnits(Base64.getUrlDecoder().decode(partition.substring(2, Math.max(2, end))), 0)
                    : partition.substring(0, Math.max(0, end));
            return new CheckpointKey(namespace, partition.substring(end + 1));
        } catch (IllegalArgumentException | ProtocolException notOurs) {
            throw ProtocolException.invalidCheckpoint(
                    "The partition key of a checkpoint is <namespace>#<id>, and this one is not. It is left as it is.",
                    notOurs);
        }
    }

    /** The sort key of one of a payload's chunks. */
    static String chunk(String writeId, int number) {
        return CHUNK_PREFIX + shortened(writeId) + "#" + number;
    }

    /** A write id as part of a key; a long or non-ASCII one by its digest, so that it fits and is the same everywhere. */
    static String shortened(String writeId) {
        boolean plain = writeId.length() <= MAX_PLAIN_ID
                && writeId.chars()
                        .allMatch(unit -> (unit >= 'a' && unit <= 'z')
                                || (unit >= 'A' && unit <= 'Z')
                                || (unit >= '0' && unit <= '9')
                                || unit == '-'
                                || unit == '_');
        return plain ? writeId : "~" + hash(writeId);
    }

    /** The folder of a bucket for the objects of a checkpoint. */
    static String folder(String partition) {
        return key(partition).id();
    }

    /** The folder for the objects of a partition of another store: apart, since they live as long as that store says. */
    static String sharedFolder(String partition) {
        return "runs/" + hash(partition);
    }

    /** SHA-256 in hex. */
    static String hash(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Utf8.units(text)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
