package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code complete-delivery}: the outcome arrived. */
@Command(
        name = "complete-delivery",
        description = {"Records that the outcome arrived.", "Prints done or stale (exit 6)."},
        footer = {"%nExample:", "  checkpoint complete-delivery --namespace shop --call-id refund-4711 --delivery-id D"
        })
public final class CompleteDeliveryCommand extends JournalCommand {

    @Mixin
    private final DeliveryOptions delivery = new DeliveryOptions();

    /** The command. */
    public CompleteDeliveryCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        CheckpointKey record = delivery.key();
        String deliveryId = delivery.deliveryId();
        return journal -> DeliveryOptions.answer(journal.completeDelivery(record, deliveryId));
    }
}
