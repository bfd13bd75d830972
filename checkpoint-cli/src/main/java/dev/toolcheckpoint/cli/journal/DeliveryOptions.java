package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.protocol.CheckpointKey;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which delivery a command ends. */
public final class DeliveryOptions {

    @Mixin
    private final KeyOptions key = new KeyOptions();

    @Option(names = "--delivery-id", required = true, paramLabel = "D", description = "What claim-delivery printed.")
    private String deliveryId = "";

    CheckpointKey key() {
        return key.key();
    }

    String deliveryId() {
        return deliveryId;
    }

    static Answer answer(DeliveryEnd end) {
        return switch (end) {
            case DONE -> Answer.kind("done", ExitCode.DONE);
            case STALE -> Answer.kind("stale", ExitCode.STALE);
        };
    }
}
