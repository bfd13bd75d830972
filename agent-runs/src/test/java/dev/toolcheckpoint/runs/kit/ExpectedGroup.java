package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a commit may ask of a cell, in every situation that the cell can be in. */
abstract class ExpectedGroup {

    private static final String CLAIM = "claim";

    /** How the item came to be. */
    enum Situation {
        NO_ITEM,
        DELETED_ITEM,
        NO_CELL,
        WRITTEN,
        RENEWED,
        TAKEN_OVER,
        SECRET
    }

    private final RunKit kit;

    ExpectedGroup(RunKit kit) {
        this.kit = kit;
    }

    static Stream<Arguments> questions() {
        return Stream.of(
                        absentOnly(Situation.NO_ITEM),
                        absentOnly(Situation.DELETED_ITEM),
                        absentOnly(Situation.NO_CELL),
                        Stream.of(
                                arguments(Situation.WRITTEN, ABSENT, false),
                                arguments(Situation.WRITTEN, version("v1"), true),
                                arguments(Situation.WRITTEN, version("v2"), false),
                                arguments(Situation.WRITTEN, version("f1"), false),
                                arguments(Situation.WRITTEN, version("V1"), false),
                                arguments(Situation.WRITTEN, version("v1 "), false),
                                arguments(Situation.WRITTEN, version("v"), false),
                                arguments(Situation.WRITTEN, fence("f1"), true),
                                arguments(Situation.WRITTEN, fence("f2"), false),
                                arguments(Situation.WRITTEN, fence("v1"), false),
                                arguments(Situation.WRITTEN, fence("F1"), false)),
                        Stream.of(
                                arguments(Situation.RENEWED, ABSENT, false),
                                arguments(Situation.RENEWED, version("v1"), false),
                                arguments(Situation.RENEWED, version("v2"), true),
                                arguments(Situation.RENEWED, fence("f1"), true),
                                arguments(Situation.RENEWED, fence("v2"), false)),
                        Stream.of(
                                arguments(Situation.TAKEN_OVER, version("v1"), false),
                                arguments(Situation.TAKEN_OVER, version("v2"), false),
                                arguments(Situation.TAKEN_OVER, version("v3"), true),
                                arguments(Situation.TAKEN_OVER, fence("f1"), false),
                                arguments(Situation.TAKEN_OVER, fence("f2"), true)),
                        Stream.of(
                                arguments(Situation.SECRET, ABSENT, false),
                                arguments(Situation.SECRET, version("v4"), true),
                                arguments(Situation.SECRET, version("v1"), false),
                                arguments(Situation.SECRET, fence("v4"), true),
                                arguments(Situation.SECRET, fence("f1"), false)))
                .flatMap(questions -> questions);
    }

    private static Stream<Arguments> absentOnly(Situation situation) {
        return Stream.of(
                arguments(situation, ABSENT, true),
                arguments(situation, version("v1"), false),
                arguments(situation, fence("f1"), false),
                arguments(situation, version(""), false),
                arguments(situation, fence(""), false));
    }

    private static Expected version(String version) {
        return new Expected.Version(version);
    }

    private static Expected fence(String fence) {
        return new Expected.Fence(fence);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void expectation_besideAWriteOfTheItem_decidesIt(Situation situation, Expected expected, boolean holds) {
        ItemKey key = reach(situation);
        List<RunItem> before = kit.loaded();
        Cell output = kit.cell("output");
        Change change =
                Change.of(key).expect(CLAIM, expected).put("output", output).build();

        if (holds) {
            kit.apply(change);
            assertThat(kit.item(key).cell("output")).isEqualTo(output);
        } else {
            kit.refuse(change);
            assertThat(kit.loaded()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("questions")
    void expectation_ofAnItemThatIsOnlyAsked_decidesTheOthersAndChangesNothingOfIt(
            Situation situation, Expected expected, boolean holds) {
        ItemKey key = reach(situation);
        ItemKey other = kit.key("other");
        var before = kit.store().find(key);
        Change ask = Change.of(key).expect(CLAIM, expected).build();

        if (holds) {
            kit.apply(ask, kit.creation(other));
            assertThat(kit.store().find(other)).isPresent();
        } else {
            kit.refuse(ask, kit.creation(other));
            assertThat(kit.store().find(other)).isEmpty();
        }
        assertThat(kit.store().find(key)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void expectation_ofADeletion_decidesIt(Situation situation, Expected expected, boolean holds) {
        ItemKey key = reach(situation);
        var before = kit.store().find(key);
        Change deletion = Change.of(key).expect(CLAIM, expected).delete();

        if (holds) {
            kit.apply(deletion);
            assertThat(kit.store().find(key)).isEmpty();
        } else {
            kit.refuse(deletion);
            assertThat(kit.store().find(key)).isEqualTo(before);
        }
    }

    private ItemKey reach(Situation situation) {
        ItemKey key = kit.key("RUN");
        switch (situation) {
            case NO_ITEM -> kit.apply(kit.creation(kit.key("RUNX")));
            case DELETED_ITEM -> {
                claim(key, ABSENT, open("v1", "f1"));
                kit.apply(Change.of(key).expect(CLAIM, version("v1")).delete());
            }
            case NO_CELL -> kit.apply(kit.creation(key));
            case WRITTEN -> claim(key, ABSENT, open("v1", "f1"));
            case RENEWED -> {
                claim(key, ABSENT, open("v1", "f1"));
                claim(key, fence("f1"), open("v2", "f1"));
            }
            case TAKEN_OVER -> {
                claim(key, ABSENT, open("v1", "f1"));
                claim(key, fence("f1"), open("v2", "f1"));
                claim(key, version("v2"), open("v3", "f2"));
            }
            case SECRET -> {
                claim(key, ABSENT, open("v1", "f1"));
                claim(key, version("v1"), Cell.secret("v4", bytes("v4")));
            }
        }
        return key;
    }

    private void claim(ItemKey key, Expected expected, Cell claim) {
        kit.apply(Change.of(key).expect(CLAIM, expected).put(CLAIM, claim).build());
        assertThat(kit.item(key).cell(CLAIM)).isEqualTo(claim);
    }

    private static Cell open(String version, String fence) {
        return Cell.open(version, fence, bytes(version));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
