package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.mutation.SafeguardMutantCases;
import java.util.stream.Stream;

/** The safeguards of this module. */
class SafeguardMutants extends SafeguardMutantCases {

    SafeguardMutants() {
        super("agent-runs", mutants());
    }

    private static Stream<Mutant> mutants() {
        return Stream.of(
                mutant(
                        "claim-what-was-renewed",
                        "R37TakeoverTest",
                        "Claims",
                        ".expect(Keys.CLAIM, seen.claimUnchanged())",
                        ".expect(Keys.RUN, new dev.toolcheckpoint.runs.store.Expected.Version(seen.version()))"),
                mutant(
                        "claim-without-the-key",
                        "ConcurrencyKeysTest",
                        "Claims",
                        "changes.add(KeyQueue.held(seen.key(), key));",
                        ""),
                mutant("store-the-turn-after-its-tools", "CrashHistoriesTest", "Execution", "holder.called(turn);", ""),
                mutant(
                        "reuse-a-call-id-in-the-next-turn",
                        "BadInputTest",
                        "Calls",
                        "\"/\" + step + \"/\" + position",
                        "\"/\" + position"),
                mutant(
                        "approve-any-arguments",
                        "R17ApprovalTest",
                        "Waits",
                        "&& wait.inputFingerprint().equals(fingerprint)",
                        ""),
                mutant(
                        "approve-any-revision",
                        "R17ApprovalTest",
                        "Waits",
                        "&& wait.toolRevision().equals(effect.tool().revision())",
                        ""),
                mutant(
                        "decide-too-late",
                        "R17ApprovalTest",
                        "Decisions",
                        "boolean late = expiresAt != null && !now.isBefore(expiresAt);",
                        "boolean late = answer == Answer.EXPIRED;"),
                mutant(
                        "count-no-attempt-that-died",
                        "R23LongWorkTest",
                        "RunState",
                        ".attempts(attempts + 1)\n                .startedAt",
                        ".attempts(attempts)\n                .startedAt"),
                mutant(
                        "fill-in-what-may-have-acted",
                        "R18CancelTest",
                        "EffectCall",
                        "if (context.attempt() > 1) {",
                        "if (context.attempt() > 100) {"),
                mutant(
                        "fill-in-beside-the-record",
                        "R18CancelTest",
                        "EffectCall",
                        "watch.cancelled() ? neverBegun(effect.tool()) : effect.tool()",
                        "effect.tool()"),
                mutant(
                        "leave-a-key-unasked",
                        "ConcurrencyKeysTest",
                        "KeyQueue",
                        "return new Part(List.of(seen.change().build()), null);",
                        "return Part.NOTHING;"),
                mutant(
                        "pass-a-key-on-unasked",
                        "ConcurrencyKeysTest",
                        "KeyQueue",
                        "changes.add(head.ifUnchanged().due(now).build());",
                        ""),
                mutant(
                        "wish-for-an-end-unseen",
                        "R18CancelTest",
                        "Cancelling",
                        "Change change = head.ifUnchanged()",
                        "Change change = Change.of(Keys.run(head.key()))"),
                mutant(
                        "wait-over-a-wish",
                        "R18CancelTest",
                        "Settling",
                        "settled = holder.settle(state.waits(waiting, why, now), true, due, changes);",
                        "settled = holder.settle(state.waits(waiting, why, now), false, due, changes);"),
                mutant(
                        "tell-what-can-be-made-again",
                        "R43FailureClassesTest",
                        "EffectCall",
                        "retryable -> new CallEnd.Later(retryable.retryAt()),",
                        "retryable -> told(\"RETRY\", \"later\"),"),
                mutant(
                        "run-what-was-changed",
                        "R43FailureClassesTest",
                        "TurnCalls",
                        "} else if (!effect.tool().revision().equals(call.revision()) || !fingerprint.equals(call.fingerprint())) {",
                        "} else if (false) {"),
                mutant(
                        "count-usage-twice",
                        "CrashHistoriesTest",
                        "Holder",
                        "return history.openTurn() == null ? turn.usage() : Usage.NONE;",
                        "return turn.usage();"),
                mutant(
                        "take-another-trigger-for-the-same",
                        "R46WaitingTest",
                        "Starting",
                        "seen.digest().equals(digest)",
                        "true"));
    }

    private static Mutant mutant(String id, String killer, String place, String code, String instead) {
        return Mutant.of(id, "runs." + killer, new Edit("runs." + place, code, instead));
    }
}
