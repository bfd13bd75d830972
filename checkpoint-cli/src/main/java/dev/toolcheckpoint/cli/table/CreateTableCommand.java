package dev.toolcheckpoint.cli.table;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.dynamo.DynamoTable;
import picocli.CommandLine.Command;

/** {@code table create}: makes the table, and checks it. */
@Command(
        name = "create",
        description = {
            "Makes the table with everything a journal needs, and checks it.",
            "On-demand, with time to live, the attention index, point-in-time recovery, deletion protection, and encryption: under"
                    + " the key that --kms names, else under the account's key for DynamoDB. A table that is there already is only"
                    + " checked, never changed."
        },
        footer = {
            "%nExample:",
            "  checkpoint table create --store dynamo:calls --kms alias/calls",
            "%nExit codes: 0 as it should be, 1 otherwise or failure, 2 usage."
        })
public final class CreateTableCommand extends AbstractTableCommand {

    private static final String IN_CLEAR = "none";

    /** The command. */
    public CreateTableCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    DynamoTable.Report report(DynamoTable table, String kms) {
        return kms.isEmpty() || kms.equals(IN_CLEAR) ? table.create() : table.create(kms);
    }

    @Override
    String what(DynamoTable.Report report) {
        return report.made() ? "made" : "was there already; checked, not changed";
    }
}
