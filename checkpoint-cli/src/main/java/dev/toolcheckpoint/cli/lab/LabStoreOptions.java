package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.cli.ServiceOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where lab and demo keep their records: never by default where somebody's records are. */
final class LabStoreOptions extends ServiceOptions {

    @Option(
            names = "--store",
            paramLabel = "SCHEME:LOCATION",
            description =
                    "The journal's store, as in sqlite:FILE or dynamo:TABLE. Default: a fresh SQLite file for each case.")
    private @Nullable String store;

    StorePlace place(Map<String, String> environment) {
        return store == null
                ? StorePlace.freshSqliteFiles(options("sqlite:", environment))
                : new StorePlace(store, options(store, environment));
    }
}
