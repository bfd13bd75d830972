package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.runs.WaitPoint.Decision;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A wait as it is stored: without the input, which is in the step that asks. The fields are those of {@link WaitPoint}. */
record Wait(
        Kind kind,
        String id,
        int stepIndex,
        int position,
        String toolName,
        String toolRevision,
        String inputFingerprint,
        Instant askedAt,
        @Nullable Instant expiresAt,
        @Nullable String tokenId,
        @Nullable Instant notifiedAt,
        @Nullable Decision decision) {

    boolean open() {
        return decision == null;
    }

    Wait named(String newId) {
        return with(newId, tokenId, notifiedAt, decision);
    }

    Wait withToken(String newTokenId) {
        return with(id, newTokenId, notifiedAt, decision);
    }

    Wait notified(Instant at) {
        return with(id, tokenId, at, decision);
    }

    Wait decided(Decision what) {
        return with(id, tokenId, notifiedAt, what);
    }

    private Wait with(
            String newId,
            @Nullable String newTokenId,
            @Nullable Instant newNotifiedAt,
            @Nullable Decision newDecision) {
        return new Wait(
                kind,
                newId,
                stepIndex,
                position,
                toolName,
                toolRevision,
                inputFingerprint,
                askedAt,
                expiresAt,
                newTokenId,
                newNotifiedAt,
                newDecision);
    }

    WaitPoint point(JsonNode input, String callId) {
        return new WaitPoint(
                kind,
                id,
                stepIndex,
                position,
                toolName,
                toolRevision,
                inputFingerprint,
                input,
                callId,
                expiresAt,
                tokenId,
                notifiedAt,
                decision);
    }
}
