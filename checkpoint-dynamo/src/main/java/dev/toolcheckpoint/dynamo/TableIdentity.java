package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The pin on one table. A table that was deleted and made again, or restored elsewhere, has another id: its receipts are gone, and
 * every call would run again.
 */
final class TableIdentity {

    private final DynamoDbClient client;
    private final String table;
    private final @Nullable String expected;
    private final Failures failures;
    private volatile boolean checked;

    TableIdentity(DynamoDbClient client, String table, @Nullable String expected, Failures failures) {
        this.client = client;
        this.table = table;
        this.expected = expected;
        this.failures = failures;
        this.checked = expected == null;
    }

    /** At first use asks for the table's id; costs nothing afterwards, or without a pin. */
    void check() {
        if (checked) {
            return;
        }
        String found = failures.read(() -> client.describeTable(request -> request.tableName(table)))
                .table()
                .tableId();
        if (!found.equals(expected)) {
            throw StoreException.tableMismatch(otherId(table, found, String.valueOf(expected)), null);
        }
        checked = true;
    }

    /** Asks again at the next use: a copy of the process may meet another table. */
    void forget() {
        checked = expected == null;
    }

    static String otherId(String table, String found, String expected) {
        return "The table " + table + " has the id " + found + ", but TABLE_ID pins " + expected
                + ". It was deleted and made again, or restored: calls that were done may run again. Read the"
                + " failure contract before changing the pin.";
    }
}
