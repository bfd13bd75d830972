package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Source;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The call somebody wants made: a document, or its parts as options. */
public final class IntentOptions {

    @Option(names = "--intent", paramLabel = "FILE|-", description = "The call as a document, instead of its parts.")
    private @Nullable String intent;

    @Option(names = "--namespace", paramLabel = "N", description = "The tenant or environment; no '#'.")
    private @Nullable String namespace;

    @Option(
            names = "--call-id",
            paramLabel = "C",
            description = "The caller's key: the same whenever the call is repeated.")
    private @Nullable String callId;

    @Option(names = "--tool", paramLabel = "T", description = "The tool.")
    private @Nullable String tool;

    @Option(names = "--revision", paramLabel = "R", description = "The tool's version. Default: 1.")
    private @Nullable String revision;

    @Option(names = "--input", paramLabel = "JSON", description = "The tool's input; only its fingerprint is stored.")
    private @Nullable String input;

    @Mixin
    private final RecoveryOptions recovery = new RecoveryOptions();

    /** Reads and checks the call. */
    Intent intent(Surroundings surroundings) {
        if (intent != null) {
            if (!parts().isEmpty() || recovery.given()) {
                throw ProtocolException.invalidArgument("--intent is the whole call; it can't stand beside "
                        + (parts().isEmpty() ? "the options of recovery" : String.join(", ", parts())) + ".");
            }
            return document(intent, surroundings);
        }
        return IntentDocument.intent(
                required("--namespace", namespace),
                required("--call-id", callId),
                required("--tool", tool),
                revision == null ? IntentDocument.DEFAULT_REVISION : revision,
                input(required("--input", input)),
                recovery.recovery(),
                recovery.downstreamKeeps());
    }

    /** Reads an intent document. */
    static Intent document(String name, Surroundings surroundings) {
        return IntentDocument.parse(Source.read("--intent", name, surroundings.in(), IntentDocument.LIMITS.maxBytes()));
    }

    private static JsonNode input(String text) {
        try {
            return StrictJson.parse(text, JsonLimits.DEFAULT);
        } catch (JsonException refused) {
            throw ProtocolException.invalidArgument("--input is not acceptable JSON. " + refused.getMessage(), refused);
        }
    }

    private static String required(String option, @Nullable String value) {
        if (value == null) {
            throw ProtocolException.invalidArgument(
                    option + " is missing. Give --intent, or --namespace, --call-id, --tool and --input.");
        }
        return value;
    }

    private List<String> parts() {
        List<String> given = new ArrayList<>();
        add(given, "--namespace", namespace);
        add(given, "--call-id", callId);
        add(given, "--tool", tool);
        add(given, "--revision", revision);
        add(given, "--input", input);
        return given;
    }

    private static void add(List<String> given, String option, @Nullable String value) {
        if (value != null) {
            given.add(option);
        }
    }
}
