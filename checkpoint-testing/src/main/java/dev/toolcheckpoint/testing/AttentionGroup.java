package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The attention listing: what waits for a lease's end or for evidence. */
abstract class AttentionGroup {

    /** Earlier than the other groups' records: a listing that other tests share is then short. */
    private static final Instant START = Instant.parse("1975-01-01T00:00:00Z");

    private static final Instant END = START.plusSeconds(3_600);
    private static final Attention.Kind[] ALL = Attention.Kind.values();

    private final KitFixture kit;

    AttentionGroup(KitFixture kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @EnumSource
    void attention_ofEveryShape_isThatOfTheProtocol(SampleState state) {
        Checkpoint expected = state.reach(walk(state.name())).expected();
        Optional<Attention> attention = Attention.of(expected);

        if (attention.isEmpty()) {
            assertAttention(END, List.of(), ALL);
            return;
        }
        Instant due = attention.get().at();
        assertAttention(due, List.of(), ALL);
        assertAttention(due.plusMillis(1), List.of(expected), ALL);
        assertAttention(due.plusMillis(1), List.of(expected), attention.get().kind());
        Attention.Kind[] others =
                Stream.of(ALL).filter(kind -> kind != attention.get().kind()).toArray(Attention.Kind[]::new);
        assertAttention(END, List.of(), others);
    }

    @Test
    void attention_followsACallFromStateToState() {
        CallWalk walk = walk("call").create();
        assertAttention(END, List.of(), ALL);
        walk.claim();
        assertAttention(END, List.of(walk.expected()), ALL);
        walk.renew();
        assertAttention(END, List.of(walk.expected()), ALL);
        walk.markUncertain("no answer");
        assertAttention(END, List.of(walk.expected()), ALL);
        walk.complete(SampleState.RECEIPT);
        assertAttention(END, List.of(), ALL);
        walk.claimDelivery(true);
        assertAttention(END, List.of(walk.expected()), ALL);
        walk.completeDelivery();
        assertAttention(END, List.of(), ALL);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 12, 1_000})
    void attention_inPagesOfThisSize_isOrderedByTimeAndCoversAllOnce(int limit) {
        List<Checkpoint> expected = mixed();

        kit.assertListing(() -> {
            List<Checkpoint> listed = kit.attention(KitFixture.due(END, limit, ALL));
            assertThat(listed).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(listed).isSortedAccordingTo(Comparator.comparing(AttentionGroup::dueAt));
        });
    }

    @Test
    void attention_ofEqualTimes_isPagedWithoutLoss() {
        List<Checkpoint> expected = IntStream.range(0, 10)
                .mapToObj(index -> walk("call-" + index).createClaimed().expected())
                .toList();

        kit.assertListing(() ->
                assertThat(kit.attention(KitFixture.due(END, 3, ALL))).containsExactlyInAnyOrderElementsOf(expected));
    }

    @Test
    void attention_whileTheFirstPageIsWorkedOff_missesNoneOfTheRest() {
        List<Checkpoint> expected = mixed();
        AttentionQuery query = KitFixture.due(END, 5, ALL);
        kit.assertListing(() -> assertThat(kit.attention(query)).hasSameSizeAs(expected));

        RecordPage first = kit.store().attention(query);
        // Loaded, because a store may leave payloads out of its pages.
        List<Checkpoint> mine = first.records().stream()
                .map(record -> KitFixture.loaded(kit.store(), record))
                .filter(expected::contains)
                .toList();
        mine.stream()
                .filter(record -> record.status() == Status.EXECUTING)
                .forEach(record -> kit.store()
                        .compareAndSwap(
                                ExecutionTransitions.markUncertainByOperator(
                                        record, "worked off", "operator", "worked-off", END),
                                null));
        List<Checkpoint> rest = first.nextCursor() == null ? List.of() : kit.attention(query.after(first));

        assertThat(Stream.concat(mine.stream(), rest.stream())).containsAll(expected);
    }

    /** Twelve records of all kinds, not made in the order in which they are due. */
    private List<Checkpoint> mixed() {
        return IntStream.range(0, 12)
                .mapToObj(index -> {
                    CallWalk walk = walk("call-" + index)
                            .at(START.plusSeconds(index * 7 % 12 * 60L))
                            .createClaimed();
                    return switch (index % 3) {
                        case 0 -> walk.expected();
                        case 1 -> walk.markUncertain("no answer").expected();
                        default ->
                            walk.complete(SampleState.RECEIPT)
                                    .claimDelivery(true)
                                    .expected();
                    };
                })
                .toList();
    }

    private CallWalk walk(String callId) {
        return kit.walk(callId).at(START);
    }

    private void assertAttention(Instant dueBefore, List<Checkpoint> expected, Attention.Kind... kinds) {
        kit.assertListing(() -> assertThat(kit.attention(new AttentionQuery(Set.of(kinds), dueBefore, 100, null)))
                .as("%s due before %s", Set.of(kinds), dueBefore)
                .containsExactlyElementsOf(expected));
    }

    private static Instant dueAt(Checkpoint record) {
        return Attention.of(record).orElseThrow().at();
    }
}
