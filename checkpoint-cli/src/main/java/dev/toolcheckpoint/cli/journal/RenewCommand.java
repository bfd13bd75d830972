package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.protocol.Leases;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code renew}: makes a lease longer. */
@Command(
        name = "renew",
        description = {
            "Makes a lease longer.",
            "Counted from now; never shorter. The lease document stays good.",
            "Prints renewed true or false. False: the lease ended, so stop; another attempt may start."
        },
        footer = {"%nExample:", "  checkpoint renew --lease lease.json --lease-ms 60000"})
public final class RenewCommand extends JournalCommand {

    @Option(names = "--lease", required = true, paramLabel = "FILE|-", description = "What begin printed.")
    private String lease = "";

    @Option(names = "--lease-ms", required = true, paramLabel = "MS", description = "From now on; 1 to 86400000.")
    private long leaseMs;

    /** The command. */
    public RenewCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        Duration length = Leases.check(Duration.ofMillis(leaseMs));
        Lease held = LeaseDocument.read(lease, surroundings());
        return journal -> {
            ObjectNode document = Json.object();
            if (journal.renew(held, length) instanceof Renew.Renewed renewed) {
                Json.putTime(
                        document.put("renewed", true),
                        "leaseUntil",
                        renewed.lease().leaseUntil());
            } else {
                document.put("renewed", false);
            }
            return Answer.done(document);
        };
    }
}
