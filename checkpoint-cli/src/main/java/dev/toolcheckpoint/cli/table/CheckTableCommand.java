package dev.toolcheckpoint.cli.table;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.dynamo.DynamoTable;
import picocli.CommandLine.Command;

/** {@code table check}: looks at everything a journal depends on. */
@Command(
        name = "check",
        description = {
            "Looks at everything a journal depends on, and changes nothing.",
            "Keys, attention index, time to live, point-in-time recovery, encryption, deletion protection: every problem is"
                    + " listed. A table that was restored from a backup has lost some of them, and has another id."
        },
        footer = {
            "%nExample:",
            "  checkpoint table check --store dynamo:calls",
            "%nExit codes: 0 as it should be, 1 otherwise or failure, 2 usage."
        })
public final class CheckTableCommand extends AbstractTableCommand {

    /** The command. */
    public CheckTableCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    DynamoTable.Report report(DynamoTable table, String kms) {
        return table.check();
    }

    @Override
    String what(DynamoTable.Report report) {
        return "checked";
    }
}
