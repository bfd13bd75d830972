package dev.toolcheckpoint.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a call and must never change under its key. Every part has 1 to 512 UTF-16 units. A value: immutable, equal
 * when all parts are. A class and not a record, because it keeps its key, which is a digest and is asked for often.
 */
public final class Binding {

    private final String namespace;
    private final String callId;
    private final String toolName;
    private final String toolRevision;
    private final String inputFingerprint;

    /** Computed when first asked for. Two threads may both compute it, and get the same. */
    private @Nullable CheckpointKey key;

    /**
     * Checks every part.
     *
     * @param namespace the tenant or environment; no {@code #}
     * @param callId the caller's key
     * @param toolName the tool
     * @param toolRevision the tool's version; changing it under a key that is in use is a conflict
     * @param inputFingerprint {@code sha256:…} or {@code hmac-sha256:…} of the canonical input; the input itself is never
     *     stored
     * @throws ProtocolException {@code INVALID_ARGUMENT} when a part is empty, too long or not allowed
     */
    public Binding(String namespace, String callId, String toolName, String toolRevision, String inputFingerprint) {
        Names.namespace(namespace);
        Names.name("callId", callId);
        Names.name("toolName", toolName);
        Names.name("toolRevision", toolRevision);
        Names.name("inputFingerprint", inputFingerprint);
        this.namespace = namespace;
        this.callId = callId;
        this.toolName = toolName;
        this.toolRevision = toolRevision;
        this.inputFingerprint = inputFingerprint;
    }

    /** The tenant or environment. */
    public String namespace() {
        return namespace;
    }

    /** The caller's key. */
    public String callId() {
        return callId;
    }

    /** The tool. */
    public String toolName() {
        return toolName;
    }

    /** The tool's version. */
    public String toolRevision() {
        return toolRevision;
    }

    /** {@code sha256:…} or {@code hmac-sha256:…} of the canonical input. */
    public String inputFingerprint() {
        return inputFingerprint;
    }

    /** The store key. */
    public CheckpointKey key() {
        CheckpointKey known = key;
        if (known == null) {
            known = CheckpointKey.of(namespace, callId);
            key = known;
        }
        return known;
    }

    List<String> differingFields(Binding other) {
        List<String> fields = new ArrayList<>();
        addIfDifferent(fields, "namespace", namespace, other.namespace);
        addIfDifferent(fields, "callId", callId, other.callId);
        addIfDifferent(fields, "toolName", toolName, other.toolName);
        addIfDifferent(fields, "toolRevision", toolRevision, other.toolRevision);
        addIfDifferent(fields, "inputFingerprint", inputFingerprint, other.inputFingerprint);
        return fields;
    }

    private static void addIfDifferent(List<String> fields, String name, String mine, String theirs) {
        if (!mine.equals(theirs)) {
            fields.add(name);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Binding binding
                && callId.equals(binding.callId)
                && namespace.equals(binding.namespace)
                && toolName.equals(binding.toolName)
                && toolRevision.equals(binding.toolRevision)
                && inputFingerprint.equals(binding.inputFingerprint);
    }

    @Override
    public int hashCode() {
        return Objects.hash(namespace, callId, toolName, toolRevision, inputFingerprint);
    }

    @Override
    public String toString() {
        return "Binding[namespace=" + namespace + ", callId=" + callId + ", toolName=" + toolName + ", toolRevision="
                + toolRevision + ", inputFingerprint=" + inputFingerprint + "]";
    }
}
