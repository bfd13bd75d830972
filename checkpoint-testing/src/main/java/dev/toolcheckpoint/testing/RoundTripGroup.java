package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.store.ListQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field of every state comes back as it went in. */
abstract class RoundTripGroup {

    private static final Retention SHORTEST = Retention.of(Duration.ofMillis(1), Duration.ofMillis(1));

    private final KitFixture kit;

    RoundTripGroup(KitFixture kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @EnumSource
    void record_ofEveryShape_comesBackFromFindRefusalAndReopening(SampleState state) {
        CallWalk walk = kit.walk(state);

        kit.assertHolds(walk);
        kit.assertRefusedWith(
                walk.expected(),
                kit.store().createIfAbsent(CreateGroup.creation(walk.record().binding(), "other-write")));
        kit.reopen();
        kit.assertHolds(walk);
    }

    @ParameterizedTest
    @EnumSource
    void names_ofAnyText_comeBackUnchanged(SampleText text) {
        String name = text.name("");
        Binding binding = new Binding(kit.namespace(), text.name(""), name, name, name);
        AtomicInteger ids = new AtomicInteger();
        CallWalk walk = CallWalk.of(kit.store(), binding)
                .with(() -> text.name(ids.incrementAndGet() + "-"))
                .createClaimed()
                .markUncertainBy(name, text.longText());
        kit.assertHolds(walk);

        walk.settle(Evidence.happened(text.longText(), name), Receipt.success(name, new byte[] {1, 2, 3}));
        kit.assertHolds(walk);

        walk.claimDelivery(true).markUndeliverable(text.longText());
        kit.reopen();
        kit.assertHolds(walk);
    }

    @ParameterizedTest
    @EnumSource
    void namespace_ofAnyText_isFoundAndListed(SampleText text) {
        String namespace = text.name(kit.namespace());
        CallWalk walk = CallWalk.of(kit.store(), KitFixture.binding(namespace, "call"))
                .createClaimed()
                .complete(SampleState.RECEIPT);

        kit.assertHolds(walk);
        kit.assertListing(() -> assertThat(kit.listed(new ListQuery(namespace, Set.of(), null, 10, null)))
                .containsExactly(walk.expected()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00.000Z", "2038-01-19T03:14:07.999Z", "9999-11-30T23:59:59.999Z"})
    void times_atTheEndsOfTheRange_comeBackToTheMillisecond(String start) {
        CallWalk walk = kit.walk("call")
                .at(Instant.parse(start).minusSeconds(1))
                .withLease(Leases.LONGEST)
                .with(Recovery.idempotent(Recovery.Idempotent.MAX_RETRY_FOR))
                .with(Retention.of(Duration.ofDays(3_650), Duration.ofDays(3_650)))
                .createClaimed();
        assertThat(walk.record().createdAt()).isEqualTo(start);
        kit.assertHolds(walk);

        walk.complete(SampleState.RECEIPT).claimDelivery(true);
        kit.assertHolds(walk);
        walk.completeDelivery();
        kit.assertHolds(walk);
    }

    @Test
    void leasesAndWindows_ofOneMillisecond_comeBackToTheMillisecond() {
        CallWalk walk = kit.walk("call")
                .withLease(Leases.SHORTEST)
                .with(Recovery.idempotent(Duration.ofMillis(1)).maxAttempts(Integer.MAX_VALUE))
                .createClaimed();

        kit.assertHolds(walk);
    }

    @Test
    void expired_butStillThere_isFoundInFull() {
        CallWalk walk = kit.walk("call")
                .at(Instant.parse("2001-01-01T00:00:00Z"))
                .with(SHORTEST)
                .createClaimed()
                .complete(Receipt.success("application/octet-stream", SamplePayload.random(5_000, 1)));

        kit.reopen();

        kit.assertHolds(walk);
        kit.assertRefusedWith(
                walk.expected(),
                kit.store().createIfAbsent(CreateGroup.creation(walk.record().binding(), "other-write")));
        kit.assertListing(() -> assertThat(kit.listed(kit.own(10))).containsExactly(walk.expected()));
    }

    @Test
    void openRecords_ofAnyAge_areFound() {
        CallWalk walk = kit.walk("call").at(Instant.EPOCH).createClaimed();

        kit.reopen();

        kit.assertHolds(walk);
    }
}
