package dev.toolcheckpoint.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What is done with a session while nobody else has it. */
interface SqlWork<T extends @Nullable Object> {
    T with(Session session) throws SQLException;
}
