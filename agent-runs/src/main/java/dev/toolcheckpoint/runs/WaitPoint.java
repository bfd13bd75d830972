package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a waiting run waits for.
 *
 * @param kind what has to happen
 * @param approvalId names it within its run, for people
 * @param stepIndex the step that waits, from 1
 * @param position the call of that step, from 1
 * @param toolName the tool the model called
 * @param toolRevision its revision
 * @param inputFingerprint the fingerprint of its arguments
 * @param input the arguments, for whoever decides
 * @param callId the call's key in the journal, for whoever settles it
 * @param expiresAt when it counts as rejected; {@code null} for never
 * @param tokenId the first digits of the digest of the token sent last; {@code null} for what needs no token
 * @param notifiedAt when a notifier accepted it; {@code null} for not yet
 * @param decision what was decided; {@code null} for not yet
 */
public record WaitPoint(
        Kind kind,
        String approvalId,
        int stepIndex,
        int position,
        String toolName,
        String toolRevision,
        String inputFingerprint,
        JsonNode input,
        String callId,
        @Nullable Instant expiresAt,
        @Nullable String tokenId,
        @Nullable Instant notifiedAt,
        @Nullable Decision decision) {

    /** What has to happen. */
    public enum Kind {
        /** Somebody approves or rejects the call. */
        APPROVAL,
        /** Somebody finds out what became of the call, and settles its record. */
        UNCERTAIN,
        /** The code that the stored call names comes back, or the run is cancelled. */
        CHANGED
    }

    /**
     * What was decided.
     *
     * @param answer approved, rejected, or neither in time
     * @param by who
     * @param at when
     * @param reason why; {@code null} for none given
     */
    public record Decision(
            Answer answer, String by, Instant at, @Nullable String reason) {}

    /** How an approval ended. */
    public enum Answer {
        /** The call may run, with exactly these arguments. */
        APPROVED,
        /** The call must not run. */
        REJECTED,
        /** Nobody decided in time: the call must not run. */
        EXPIRED
    }

    /** Leaves the input out. */
    @Override
    public String toString() {
        return "WaitPoint[" + kind + ", " + approvalId + ", " + toolName + "]";
    }
}
