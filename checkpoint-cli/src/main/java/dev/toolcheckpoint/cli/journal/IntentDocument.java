package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.io.Fields;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The intent document: the call somebody wants made. */
final class IntentDocument {

    static final String DEFAULT_REVISION = "1";

    /** The input in full, and room for what stands around it. */
    static final JsonLimits LIMITS = new JsonLimits(
            JsonLimits.DEFAULT.maxBytes() + 65_536,
            JsonLimits.DEFAULT.maxDepth() + 1,
            JsonLimits.DEFAULT.maxValues() + 100);

    private static final List<String> NAMES = List.of(
            "namespace",
            "callId",
            "tool",
            "revision",
            "input",
            "recovery",
            "retryForMs",
            "maxAttempts",
            "downstreamKeepsMs");

    private IntentDocument() {}

    static Intent parse(byte[] utf8) {
        Fields fields = Fields.parse("The intent document", utf8, LIMITS);
        fields.only(NAMES);
        RecoveryOptions.Names names = RecoveryOptions.Names.DOCUMENT;
        return intent(
                fields.text("namespace"),
                fields.text("callId"),
                fields.text("tool"),
                fields.text("revision", DEFAULT_REVISION),
                fields.value("input"),
                RecoveryOptions.of(
                        fields.text("recovery", "manual"),
                        fields.numberIfAny("retryForMs"),
                        fields.numberIfAny("maxAttempts"),
                        names),
                RecoveryOptions.millis(fields.numberIfAny("downstreamKeepsMs"), names));
    }

    static Intent intent(
            String namespace,
            String callId,
            String tool,
            String revision,
            JsonNode input,
            Recovery recovery,
            @Nullable Duration downstreamKeeps) {
        String fingerprint;
        try {
            fingerprint = Digests.fingerprint(input, JsonLimits.DEFAULT);
        } catch (JsonException refused) {
            throw ProtocolException.invalidArgument(
                    "The input can't be fingerprinted. " + refused.getMessage(), refused);
        }
        return new Intent(
                new Binding(namespace, callId, tool, revision, fingerprint), recovery, downstreamKeeps, Duration.ZERO);
    }
}
