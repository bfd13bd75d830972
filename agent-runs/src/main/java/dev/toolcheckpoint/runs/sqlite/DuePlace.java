package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.sqlite.SqlText;

/**
 * A row of what is due, and a place in that order: rows may come and go between two pages.
 *
 * @param at in milliseconds since 1970
 * @param namespace as it stands in the row
 */
record DuePlace(long at, String namespace, String partition, String sort) {

    /** Before every row. */
    static final DuePlace START = new DuePlace(Long.MIN_VALUE, "", "", "");

    ItemKey key() {
        return Reads.key(SqlText.decode(namespace), partition, sort);
    }
}
