package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Outcomes;
import dev.toolcheckpoint.journal.Begin;

/** The documents of what a begin answers. */
public final class Begins {

    private Begins() {}

    static Answer answer(Begin begun) {
        return begun.<Answer>fold(
                acquired -> Answer.done(LeaseDocument.of(acquired.lease())),
                replay -> Answer.done(replay(replay)),
                busy -> new Answer(document(busy), ExitCode.BUSY),
                conflict -> new Answer(document(conflict), ExitCode.CONFLICT),
                uncertain -> new Answer(document(uncertain), ExitCode.UNCERTAIN));
    }

    private static ObjectNode replay(Begin.Replay replay) {
        ObjectNode document = Json.kind("replay").put("status", replay.status().name());
        document.set("outcome", Outcomes.document(replay.outcome()));
        return document;
    }

    /** Another attempt is live. */
    public static ObjectNode document(Begin.Busy busy) {
        ObjectNode document = Json.kind("busy");
        Json.putTime(document, "leaseUntil", busy.leaseUntil());
        Json.putTime(document, "retryAt", busy.retryAt());
        return document;
    }

    /** The id is another call's. */
    public static ObjectNode document(Begin.Conflict conflict) {
        ObjectNode document = Json.kind("conflict");
        conflict.differingFields().forEach(document.putArray("differing")::add);
        return document;
    }

    /** Nobody knows whether the effect happened. */
    public static ObjectNode document(Begin.Uncertain uncertain) {
        ObjectNode document =
                Json.kind("uncertain").put("reason", uncertain.reason().text());
        Json.putTime(document, "since", uncertain.since());
        return document;
    }
}
