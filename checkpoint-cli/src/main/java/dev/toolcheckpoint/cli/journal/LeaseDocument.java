package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Fields;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Source;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Fence;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lease document: the answer of a {@code begin} that acquired, as printed. */
final class LeaseDocument {

    static final String ACQUIRED = "acquired";

    private static final List<String> NAMES =
            List.of("kind", "namespace", "id", "attemptId", "epoch", "leaseUntil", "reacquired", "retryStartBefore");

    private LeaseDocument() {}

    static ObjectNode of(Lease lease) {
        ObjectNode document = Json.kind(ACQUIRED)
                .put("namespace", lease.key().namespace())
                .put("id", lease.key().id())
                .put("attemptId", lease.fence().attemptId())
                .put("epoch", lease.fence().epoch());
        Json.putTime(document, "leaseUntil", lease.leaseUntil());
        document.put("reacquired", lease.reacquired());
        Json.putTime(document, "retryStartBefore", lease.retryStartBefore());
        return document;
    }

    static Lease read(String name, Surroundings surroundings) {
        return parse(Source.read("--lease", name, surroundings.in(), JsonLimits.COMPACT.maxBytes()));
    }

    static Lease parse(byte[] utf8) {
        Fields fields = Fields.parse("The lease document", utf8, JsonLimits.COMPACT);
        String kind = fields.text("kind", ACQUIRED);
        if (!kind.equals(ACQUIRED)) {
            throw ProtocolException.invalidArgument(
                    "The lease document must be the answer of a begin that acquired, found the kind \"" + kind + "\".");
        }
        fields.only(NAMES);
        Long retryStartBefore = fields.numberIfAny("retryStartBefore");
        return Lease.of(
                new CheckpointKey(fields.text("namespace"), fields.text("id")),
                new Fence(fields.text("attemptId"), fields.number("epoch")),
                Instant.ofEpochMilli(fields.number("leaseUntil")),
                fields.flag("reacquired", false),
                time(retryStartBefore));
    }

    private static @Nullable Instant time(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
