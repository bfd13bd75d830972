package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mark-undeliverable}: the outcome was refused for good. */
@Command(
        name = "mark-undeliverable",
        description = {
            "Records that the outcome was refused for good: ends the deliveries.",
            "Prints done or stale (exit 6)."
        },
        footer = {
            "%nExample:",
            "  checkpoint mark-undeliverable --namespace shop --call-id refund-4711 --delivery-id D --reason 'HTTP 410'"
        })
public final class MarkUndeliverableCommand extends JournalCommand {

    @Mixin
    private final DeliveryOptions delivery = new DeliveryOptions();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; never a secret.")
    private String reason = "";

    /** The command. */
    public MarkUndeliverableCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        CheckpointKey record = delivery.key();
        String deliveryId = delivery.deliveryId();
        return journal -> DeliveryOptions.answer(journal.markUndeliverable(record, deliveryId, reason));
    }
}
