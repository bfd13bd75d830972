package dev.toolcheckpoint.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * What identifies a call and must never change under its key. Every part has 1 to 512 UTF-16 units.
 *
 * @param namespace the tenant or environment; no {@code #}
 * @param callId the caller's key
 * @param toolName the tool
 * @param toolRevision the tool's version; changing it under a key that is in use is a conflict
 * @param inputFingerprint {@code sha256:…} or {@code hmac-sha256:…} of the canonical input; the input itself is never stored
 */
public record Binding(String namespace, String callId, String toolName, String toolRevision, String inputFingerprint) {

    /** Checks every part. */
    public Binding {
        Names.namespace(namespace);
        Names.name("callId", callId);
        Names.name("toolName", toolName);
        Names.name("toolRevision", toolRevision);
        Names.name("inputFingerprint", inputFingerprint);
    }

    /** The store key. */
    public CheckpointKey key() {
        return CheckpointKey.of(namespace, callId);
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
}
