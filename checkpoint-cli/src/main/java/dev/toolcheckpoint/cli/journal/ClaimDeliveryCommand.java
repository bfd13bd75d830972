package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Outcomes;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Leases;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code claim-delivery}: asks whether to send the outcome now. */
@Command(
        name = "claim-delivery",
        description = {
            "Asks whether to send the stored outcome now.",
            "Only \"claimed\" authorises.",
            "Prints claimed, busy (exit 3), in_doubt (5), already_delivered, undeliverable or not_completed (5)."
        },
        footer = {"%nExample:", "  checkpoint claim-delivery --namespace shop --call-id refund-4711"})
public final class ClaimDeliveryCommand extends JournalCommand {

    @Mixin
    private final KeyOptions key = new KeyOptions();

    @Option(
            names = "--lease-ms",
            paramLabel = "MS",
            defaultValue = "60000",
            description = "How long the delivery is believed alive; 1 to 86400000. Default: ${DEFAULT-VALUE}.")
    private long leaseMs;

    @Option(
            names = "--idempotent",
            description =
                    "The receiver recognises repeats, so the delivery may be repeated when nobody knows how it ended.")
    private boolean idempotent;

    /** The command. */
    public ClaimDeliveryCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        CheckpointKey record = key.key();
        Duration lease = Leases.check(Duration.ofMillis(leaseMs));
        return journal -> answer(journal.claimDelivery(record, lease, idempotent));
    }

    private static Answer answer(ClaimDelivery answer) {
        if (answer instanceof ClaimDelivery.Claimed claimed) {
            ObjectNode document = Json.kind("claimed").put("deliveryId", claimed.deliveryId());
            document.set("outcome", Outcomes.document(claimed.outcome()));
            return Answer.done(document);
        } else if (answer instanceof ClaimDelivery.Busy busy) {
            ObjectNode document = Json.kind("busy");
            Json.putTime(document, "leaseUntil", busy.leaseUntil());
            return new Answer(document, ExitCode.BUSY);
        } else if (answer instanceof ClaimDelivery.InDoubt inDoubt) {
            ObjectNode document = Json.kind("in_doubt");
            Json.putTime(document, "since", inDoubt.since());
            return new Answer(document, ExitCode.UNCERTAIN);
        } else if (answer instanceof ClaimDelivery.AlreadyDelivered) {
            return Answer.kind("already_delivered", ExitCode.DONE);
        } else if (answer instanceof ClaimDelivery.Undeliverable undeliverable) {
            return Answer.done(Json.kind("undeliverable").put("reason", undeliverable.reason()));
        }
        String status = ((ClaimDelivery.NotCompleted) answer).status().name();
        return new Answer(Json.kind("not_completed").put("status", status), ExitCode.UNCERTAIN);
    }
}
