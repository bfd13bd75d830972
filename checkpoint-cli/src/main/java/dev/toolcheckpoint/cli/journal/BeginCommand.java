package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Leases;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code begin}: asks whether to execute a call now. */
@Command(
        name = "begin",
        description = {
            "Asks whether to execute a call now.",
            "Only \"acquired\" authorises: whoever got it, and nobody else, may act.",
            "Prints acquired, replay, busy (exit 3), conflict (4) or uncertain (5)."
        },
        footer = {
            "%nExample:",
            "  checkpoint begin --namespace shop --call-id refund-4711 --tool refund \\",
            "      --input '{\"order\":4711}' > lease.json"
        })
public final class BeginCommand extends JournalCommand {

    @Mixin
    private final IntentOptions intent = new IntentOptions();

    @Option(
            names = "--lease-ms",
            paramLabel = "MS",
            defaultValue = "30000",
            description = "How long the attempt is believed alive; 1 to 86400000. Default: ${DEFAULT-VALUE}.")
    private long leaseMs;

    /** The command. */
    public BeginCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    StoreOptions.Access access() {
        return StoreOptions.Access.MAY_CREATE;
    }

    @Override
    Function<Journal, Answer> operation() {
        Intent call = intent.intent(surroundings());
        Duration lease = Leases.check(Duration.ofMillis(leaseMs));
        return journal -> Begins.answer(journal.begin(call, lease));
    }
}
