package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code release-delivery}: the outcome surely did not arrive. */
@Command(
        name = "release-delivery",
        description = {
            "Records that the outcome surely did not arrive; another delivery may follow.",
            "Prints done or stale (exit 6)."
        },
        footer = {"%nExample:", "  checkpoint release-delivery --namespace shop --call-id refund-4711 --delivery-id D"})
public final class ReleaseDeliveryCommand extends JournalCommand {

    @Mixin
    private final DeliveryOptions delivery = new DeliveryOptions();

    /** The command. */
    public ReleaseDeliveryCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        CheckpointKey record = delivery.key();
        String deliveryId = delivery.deliveryId();
        return journal -> DeliveryOptions.answer(journal.releaseDelivery(record, deliveryId));
    }
}
