package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked for under a call id.
 *
 * @param retryFor the window in ms; 0 for manual recovery
 * @param maxAttempts 0 for no limit
 */
record CallSpec(String toolName, String toolRevision, String inputFingerprint, long retryFor, int maxAttempts) {

    /** How many calls a history interleaves. */
    static final int CALLS = 5;

    /** How many variants there are of each. */
    static final int VARIANTS = 7;

    /** How many receipts there are. */
    static final int RECEIPTS = 7;

    private static final List<CallSpec> SPECS = List.of(
            new CallSpec("refund", "1", "sha256:a", 0, 0),
            new CallSpec("charge", "1", "sha256:b", 9_000, 2),
            new CallSpec("search", "1", "sha256:c", 6_000, 0),
            new CallSpec("wire", "1", "sha256:d", 0, 0),
            new CallSpec("order", "1", "sha256:e", 9_000, 3));

    private static final List<Receipt> SAMPLES = List.of(
            Receipt.successJson("{\"n\":1}"),
            Receipt.successJson("{\"n\":2}"),
            Receipt.success("text/plain", "{\"n\":1}".getBytes(StandardCharsets.UTF_8)),
            Receipt.error(Receipt.JSON, "{\"n\":1}".getBytes(StandardCharsets.UTF_8), false),
            Receipt.error(Receipt.JSON, "{\"n\":1}".getBytes(StandardCharsets.UTF_8), true),
            Receipt.successVoid(),
            // Larger than what stores like to keep in the record.
            Receipt.successJson("\"" + "x".repeat(2_000) + "\""));

    /** A call as it is meant, or one that differs from it. */
    static CallSpec of(int call, int variant) {
        CallSpec it = SPECS.get(call);
        return switch (variant) {
            case 0 -> it;
            case 1 -> new CallSpec("other", it.toolRevision, it.inputFingerprint, it.retryFor, it.maxAttempts);
            case 2 -> new CallSpec(it.toolName, "2", it.inputFingerprint, it.retryFor, it.maxAttempts);
            case 3 -> new CallSpec(it.toolName, it.toolRevision, "sha256:z", it.retryFor, it.maxAttempts);
            case 4 -> new CallSpec(it.toolName, it.toolRevision, it.inputFingerprint, 7_000, it.maxAttempts);
            case 5 ->
                new CallSpec(it.toolName, it.toolRevision, it.inputFingerprint, it.isManual() ? 8_000 : it.retryFor, 5);
            default -> new CallSpec("other", "2", "sha256:z", it.isManual() ? 5_000 : 0, 0);
        };
    }

    /** Whether late receipts of a call are accepted: some calls' journals are strict. */
    static LateReceipts lateReceipts(int call) {
        return call < 3 ? LateReceipts.ACCEPT : LateReceipts.REJECT;
    }

    /** A receipt to complete or to settle with. */
    static Receipt receipt(int number) {
        return SAMPLES.get(number);
    }

    boolean isManual() {
        return retryFor == 0;
    }

    /** The fields in which two calls differ, in the order of the record's table. */
    List<String> differingFields(CallSpec other) {
        List<String> fields = new ArrayList<>();
        if (!toolName.equals(other.toolName)) {
            fields.add("toolName");
        }
        if (!toolRevision.equals(other.toolRevision)) {
            fields.add("toolRevision");
        }
        if (!inputFingerprint.equals(other.inputFingerprint)) {
            fields.add("inputFingerprint");
        }
        if (isManual() != other.isManual()) {
            fields.add("recovery");
        } else {
            if (retryFor != other.retryFor) {
                fields.add("retryFor");
            }
            if (maxAttempts != other.maxAttempts) {
                fields.add("maxAttempts");
            }
        }
        return fields;
    }

    /** The intent of the call under this call id. */
    Intent intent(String namespace, String callId) {
        return Intent.of(new Binding(namespace, callId, toolName, toolRevision, inputFingerprint), recovery());
    }

    private Recovery recovery() {
        if (isManual()) {
            return Recovery.manual();
        }
        Recovery.Idempotent unlimited = Recovery.idempotent(Duration.ofMillis(retryFor));
        return maxAttempts == 0 ? unlimited : unlimited.maxAttempts(maxAttempts);
    }
}
