package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.mutation.SafeguardMutantCases;
import java.util.stream.Stream;

/** The safeguards of this module. Each mutant is loaded beside a stand-in of its own. */
class SafeguardMutants extends SafeguardMutantCases {

    private static final String CONDITION = "\"#revision = :revision AND #writeId = :writeId\"";

    SafeguardMutants() {
        super("checkpoint-dynamo", mutants());
    }

    private static Stream<Mutant> mutants() {
        return Stream.of(
                Mutant.of(
                        "skip-the-own-write-check-of-the-table",
                        "dynamo.R01OwnWriteTest",
                        new Edit(
                                "dynamo.Items",
                                "return WriteResult.refusedUnlessOwn(old(refused, attempted.key()), attempted);",
                                "return new WriteResult.Refused(old(refused, attempted.key()));")),
                Mutant.of(
                        "create-over-a-record",
                        "dynamo.R14LeaseIsNoPermissionTest",
                        new Edit(
                                "dynamo.Items",
                                "\"attribute_not_exists(#pk)\"",
                                "\"attribute_not_exists(#pk) OR attribute_exists(#pk)\"")),
                swap(
                        "swap-whatever-is-there",
                        "dynamo.R37TakeoverTest",
                        "(#revision = :revision AND #writeId = :writeId) OR attribute_exists(#revision)"),
                swap(
                        "swap-by-write-id-alone",
                        "dynamo.SwapConditionTest",
                        "#writeId = :writeId AND (#revision = :revision OR attribute_exists(#revision))"),
                swap(
                        "swap-by-revision-alone",
                        "dynamo.SwapConditionTest",
                        "#revision = :revision AND (#writeId = :writeId OR attribute_exists(#writeId))"),
                swap(
                        "make-a-missing-record",
                        "dynamo.R12RetentionTest",
                        "attribute_not_exists(#revision) OR (#revision = :revision AND #writeId = :writeId)"),
                Mutant.of(
                        "unbind-the-ciphertext",
                        "dynamo.crypto.KmsEnvelopeCipherTest",
                        new Edit("dynamo.crypto.MessageKeys", "utf8(context.partitionKey()),", "")),
                Mutant.of(
                        "authenticate-nothing-else",
                        "dynamo.crypto.KmsEnvelopeCipherTest",
                        new Edit("dynamo.crypto.MessageKeys", "cipher.updateAAD(associated);", "")),
                Mutant.of(
                        "point-before-the-body",
                        "dynamo.DynamoFaultsTest",
                        new Edit(
                                "dynamo.DynamoCheckpointStore",
                                "payloads.writeBody(next, sealed);",
                                "items.putIfUnchanged(ControlItem.of(next.withPayload(sealed.payload()), shards), transition);"
                                        + " payloads.writeBody(next, sealed);")),
                Mutant.of(
                        "let-chunks-go-with-their-record",
                        "dynamo.ChunkRetentionTest",
                        new Edit(
                                "dynamo.Payloads",
                                "Bodies.Life.until(from.plus(BODY_MARGIN))",
                                "Bodies.Life.until(from)")),
                Mutant.of(
                        "let-chunks-of-an-open-delivery-go",
                        "dynamo.ChunkRetentionTest",
                        new Edit(
                                "dynamo.ChunkRetention",
                                "!chunk.getValue().isAfter(now.plus(RENEW_AT))",
                                "chunk.getValue().isAfter(now.plus(EXTENSION))")),
                Mutant.of(
                        "remember-past-the-retention",
                        "dynamo.OutcomeCacheTest",
                        new Edit(
                                "dynamo.RememberedOutcomes",
                                "if (retainUntil != null && retainUntil.isBefore(until)) {",
                                "if (false) {")),
                Mutant.of(
                        "remember-what-was-changed",
                        "dynamo.OutcomeCacheTest",
                        new Edit("dynamo.OutcomeCache", "remembered.drop(next.key());\n        try {", "try {"),
                        new Edit("dynamo.OutcomeCache", "if (clear == null) {", "if (false) {")));
    }

    /** A swap under another condition, with the same names and values in it. */
    private static Mutant swap(String id, String killer, String condition) {
        return Mutant.of(id, killer, new Edit("dynamo.Items", CONDITION, "\"" + condition + "\""));
    }
}
