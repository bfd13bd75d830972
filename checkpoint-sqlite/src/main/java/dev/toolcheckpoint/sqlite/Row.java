package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row as it stands in the file, not trusted yet. */
final class Row {

    /** Payloads up to this many bytes come with their row; larger ones are read when somebody asks for them. */
    static final int EAGER_BYTES = 8_192;

    /** The columns that repeat the document, in the order of {@link #repeated}. None but the last can hold a space. */
    private static final List<String> REPEATED =
            List.of("revision", "status", "attention_kind", "attention_at", "updated_at", "write_id");

    /**
     * What {@link #found} needs. The repeating columns and the document come as one text: the driver pays for every column and
     * its name, half of a replay if each came by itself.
     */
    static final String COLUMNS = "coalesce(octet_length(payload), -1) || ' ' || octet_length(document) || ' '"
            + " || revision || ' ' || status || ' ' || coalesce(attention_kind, '-') || ' ' || coalesce(attention_at, '-')"
            + " || ' ' || updated_at || ' ' || write_id || document AS d, CASE WHEN octet_length(payload) <= "
            + EAGER_BYTES + " THEN payload END AS p";

    /** What {@link #listed} needs. */
    static final String LISTED_COLUMNS = COLUMNS + ", namespace AS n, id AS i, coalesce(attention_at, 0) AS a";

    /** How a document refers to its row's payload. Always this, so that a record read without its bytes is written the same. */
    static final Payload IN_ROW = new Payload.Stored("payload");

    final String namespace;
    final String id;
    final long attentionAt;
    private final byte[] document;
    private final long payloadSize;
    private final String repeated;
    private final byte @Nullable [] payload;

    private Row(ResultSet row, String namespace, String id, long attentionAt) throws SQLException {
        this.namespace = namespace;
        this.id = id;
        this.attentionAt = attentionAt;
        // As bytes: the driver makes a text of its own of each string.
        byte[] text = row.getBytes(1);
        int first = indexOfSpace(text, 0);
        int second = indexOfSpace(text, first + 1);
        payloadSize = number(text, 0, first);
        int end = text.length - Math.toIntExact(number(text, first + 1, second));
        repeated = new String(text, second + 1, end - second - 1, StandardCharsets.UTF_8);
        document = Arrays.copyOfRange(text, end, text.length);
        payload = payloadSize == 0 ? new byte[0] : payloadSize <= EAGER_BYTES ? row.getBytes(2) : null;
    }

    private static long number(byte[] text, int from, int to) {
        return Long.parseLong(new String(text, from, to - from, StandardCharsets.US_ASCII));
    }

    /** The query put it there. */
    private static int indexOfSpace(byte[] text, int from) {
        int index = from;
        while (text[index] != ' ') {
            index++;
        }
        return index;
    }

    /** The row that was searched for by its key. */
    static Row found(ResultSet row, CheckpointKey key) throws SQLException {
        return new Row(row, SqlText.of(key.namespace()), key.id(), 0);
    }

    /** A row of a listing. */
    static Row listed(ResultSet row) throws SQLException {
        return new Row(row, String.valueOf(row.getString(3)), String.valueOf(row.getString(4)), row.getLong(5));
    }

    /** The key as it stands in the row. */
    String key() {
        return namespace + "/" + id;
    }

    /** The document as it stands in the row, which is UTF-8 when {@link #record} could read it. */
    String document() {
        return new String(document, StandardCharsets.UTF_8);
    }

    /**
     * The record, when document, columns and payload agree.
     *
     * @param asked the call whose key the row was searched by, which spares the digest; {@code null} when only the key is known
     * @throws ProtocolException {@code INVALID_CHECKPOINT} or {@code UNSUPPORTED_SCHEMA}
     */
    Checkpoint record(@Nullable Binding asked) {
        Checkpoint record = CheckpointCodec.decode(document, null);
        Binding binding = record.binding();
        if (asked == null
                || !asked.callId().equals(binding.callId())
                || !asked.namespace().equals(binding.namespace())) {
            require(id.equals(record.key().id()), "the column id repeats the document");
            require(namespace.equals(SqlText.of(binding.namespace())), "the column namespace repeats the document");
        }
        String expected = repeated(record);
        if (!repeated.equals(expected)) {
            throw broken("the column " + firstDifference(expected) + " repeats the document");
        }
        return withPayload(record);
    }

    private static String repeated(Checkpoint record) {
        Attention attention = Attention.of(record).orElse(null);
        StringBuilder text = new StringBuilder(120);
        text.append(record.revision())
                .append(' ')
                .append(record.status().name())
                .append(' ');
        if (attention == null) {
            text.append("- -");
        } else {
            text.append(attention.kind().name())
                    .append(' ')
                    .append(attention.at().toEpochMilli());
        }
        return text.append(' ')
                .append(record.updatedAt().toEpochMilli())
                .append(' ')
                .append(SqlText.of(record.writeId()))
                .toString();
    }

    private String firstDifference(String expected) {
        String[] has = repeated.split(" ", REPEATED.size());
        String[] should = expected.split(" ", REPEATED.size());
        for (int column = 0; column < has.length; column++) {
            if (!has[column].equals(should[column])) {
                return REPEATED.get(column);
            }
        }
        return REPEATED.get(0);
    }

    private Checkpoint withPayload(Checkpoint record) {
        Outcome outcome = record.outcome();
        if (outcome == null || outcome.forgotten()) {
            require(payloadSize < 0, "a record without a payload has none in its row");
            return record;
        }
        require(outcome.payload().equals(IN_ROW), "the document refers to the payload of its row");
        byte[] bytes = payload;
        // Missing or changed bytes are left to loadPayload, which says so: the outcome is known, and the tool must not
        // run.
        return bytes != null && matches(outcome, bytes) ? record.withPayload(Payload.Inline.of(bytes)) : record;
    }

    /** Whether these are the bytes that the outcome was stored with. */
    static boolean matches(Outcome outcome, byte[] bytes) {
        return bytes.length == outcome.size() && Digests.sha256(bytes).equals(outcome.digest());
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw broken(rule);
        }
    }

    private static ProtocolException broken(String rule) {
        return ProtocolException.invalidCheckpoint("The stored record breaks the rule that " + rule
                + ". It is left as it is; restore it from a copy. Until then nothing runs under its call id.");
    }
}
