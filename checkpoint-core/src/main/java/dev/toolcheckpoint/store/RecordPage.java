package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a listing. One broken record never hides the others.
 *
 * @param records the records that could be read
 * @param invalid those that could not
 * @param nextCursor what the next page starts from; {@code null} when this was the last
 */
public record RecordPage(
        List<Checkpoint> records,
        List<InvalidRecord> invalid,
        @Nullable String nextCursor) {

    /** Copies the lists. */
    public RecordPage {
        records = List.copyOf(records);
        invalid = List.copyOf(invalid);
    }

    /**
     * A record that is left as it is.
     *
     * @param key the store key as it stands there
     * @param code {@code INVALID_CHECKPOINT} or {@code UNSUPPORTED_SCHEMA}
     * @param problem which rule it breaks
     */
    public record InvalidRecord(String key, ErrorCode code, String problem) {}
}
