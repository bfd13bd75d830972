package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which record: {@code --namespace} with {@code --id} or {@code --call-id}. */
public final class KeyOptions {

    @Option(names = "--namespace", paramLabel = "N", description = "The namespace of the call.")
    private @Nullable String namespace;

    @Option(names = "--id", paramLabel = "ID", description = "The record's id, as begin prints it.")
    private @Nullable String id;

    @Option(names = "--call-id", paramLabel = "C", description = "The caller's key, instead of --id.")
    private @Nullable String callId;

    /** Whether any of the options was given. */
    boolean given() {
        return namespace != null || id != null || callId != null;
    }

    /** The store key. */
    public CheckpointKey key() {
        if (namespace == null) {
            throw ProtocolException.invalidArgument(
                    "--namespace is missing; a record is named by --namespace with --id" + " or --call-id.");
        }
        if (id != null && callId != null) {
            throw ProtocolException.invalidArgument("Give --id or --call-id, not both.");
        }
        if (id != null) {
            return new CheckpointKey(namespace, id);
        }
        if (callId == null) {
            throw ProtocolException.invalidArgument("--id or --call-id must stand beside --namespace.");
        }
        return CheckpointKey.of(namespace, callId);
    }
}
