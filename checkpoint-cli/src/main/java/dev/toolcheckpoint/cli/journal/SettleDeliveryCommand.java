package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code settle-delivery}: an operator records whether a delivery arrived. */
@Command(
        name = "settle-delivery",
        description = {
            "Records whether a delivery that is under way or in doubt arrived.",
            "\"It did not\" counts only once its lease is over (else exit 2).",
            "Prints done or stale (exit 6: nothing is being delivered)."
        },
        footer = {
            "%nExample:",
            "  checkpoint settle-delivery --namespace shop --call-id refund-4711 --delivered \\",
            "      --evidence 'message 17 in the inbox' --by alice"
        })
public final class SettleDeliveryCommand extends JournalCommand {

    @Mixin
    private final KeyOptions key = new KeyOptions();

    @Option(names = "--delivered", description = "It arrived.")
    private boolean delivered;

    @Option(names = "--not-delivered", description = "It did not arrive; another delivery may follow.")
    private boolean notDelivered;

    @Option(names = "--evidence", required = true, paramLabel = "TEXT", description = "How that is known.")
    private String evidence = "";

    @Option(names = "--by", required = true, paramLabel = "WHO", description = "Who vouches for it.")
    private String by = "";

    /** The command. */
    public SettleDeliveryCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        if (delivered == notDelivered) {
            throw ProtocolException.invalidArgument(
                    "Give --delivered or --not-delivered, found " + (delivered ? "both." : "neither."));
        }
        CheckpointKey record = key.key();
        Evidence verified = delivered ? Evidence.happened(evidence, by) : Evidence.absent(evidence, by);
        return journal -> DeliveryOptions.answer(journal.settleDelivery(record, verified));
    }
}
