package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.ProtocolException;

/**
 * Where a payload's body is. As text it is the control item's attribute {@code place} and the reference of the record's payload:
 *
 * <ul>
 *   <li>{@code inline}, {@code inline:deflate}: with its header in the attribute {@code payload};
 *   <li>{@code chunks:<plain|deflate>:<count>:<writeId>}: in as many items under the same partition key;
 *   <li>{@code s3:<plain|deflate>:<bucket>:<writeId>}: in the object {@code <id>/<writeId>};
 *   <li>{@code forgotten}: nowhere; the header stays.
 * </ul>
 *
 * @param tier where
 * @param deflated whether it was compressed before it was sealed
 * @param chunks how many chunks there are; 0 for the others
 * @param bucket the bucket; empty for the others
 * @param writeId of the write that stored it, in its short form; empty when inline
 */
record PayloadPlace(Tier tier, boolean deflated, int chunks, String bucket, String writeId) {

    enum Tier {
        INLINE,
        CHUNKS,
        S3,
        FORGOTTEN
    }

    static final String FORGOTTEN = "forgotten";

    /** The usual place, which the item leaves out. */
    static final String INLINE = "inline";

    private static final String DEFLATE = "deflate";
    private static final int MOST_CHUNKS = 64;

    static PayloadPlace inline(boolean deflated) {
        return new PayloadPlace(Tier.INLINE, deflated, 0, "", "");
    }

    static PayloadPlace chunks(boolean deflated, int chunks, String writeId) {
        return new PayloadPlace(Tier.CHUNKS, deflated, chunks, "", ItemKeys.shortened(writeId));
    }

    static PayloadPlace object(boolean deflated, String bucket, String writeId) {
        return new PayloadPlace(Tier.S3, deflated, 0, bucket, ItemKeys.shortened(writeId));
    }

    /** The place of a text; everything that {@link #text} doesn't write is refused. */
    static PayloadPlace of(String text) {
        String[] parts = text.split(":", 4);
        boolean deflated = parts.length > 1 && parts[1].equals(DEFLATE);
        PayloadPlace place = null;
        if (text.equals(FORGOTTEN)) {
            place = new PayloadPlace(Tier.FORGOTTEN, false, 0, "", "");
        } else if (parts[0].equals(INLINE)) {
            place = inline(deflated);
        } else if (parts.length == 4 && parts[0].equals("chunks") && parts[2].matches("[1-9][0-9]?")) {
            place = new PayloadPlace(Tier.CHUNKS, deflated, Integer.parseInt(parts[2]), "", parts[3]);
        } else if (parts.length == 4 && parts[0].equals("s3")) {
            place = new PayloadPlace(Tier.S3, deflated, 0, parts[2], parts[3]);
        }
        if (place == null || !place.text().equals(text) || place.chunks > MOST_CHUNKS) {
            throw ProtocolException.invalidCheckpoint("The stored record breaks the rule that its payload is at one of"
                    + " the places that this version knows. It is left as it is.");
        }
        return place;
    }

    String text() {
        String form = deflated ? DEFLATE : "plain";
        return switch (tier) {
            case INLINE -> deflated ? INLINE + ":" + DEFLATE : INLINE;
            case CHUNKS -> "chunks:" + form + ":" + chunks + ":" + writeId;
            case S3 -> "s3:" + form + ":" + bucket + ":" + writeId;
            case FORGOTTEN -> FORGOTTEN;
        };
    }
}
