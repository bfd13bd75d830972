package dev.toolcheckpoint.delivery;

import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Status;
import org.junit.jupiter.api.Test;

class InMemoryDelivererTest {

    private final World world = new World();
    private final InMemoryDeliverer deliverer = new InMemoryDeliverer();

    @Test
    void deliver_anOutcome_isInTheMailbox() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(DeliveryRunner.builder(world.journal, deliverer).build().deliver(KEY))
                .isEqualTo(new DeliveryOutcome.Delivered());

        assertThat(deliverer.received(KEY.id()))
                .hasValueSatisfying(request ->
                        assertThat(request.outcome()).isEqualTo(world.record().requireOutcome()));
        assertThat(deliverer.received("unknown")).isEmpty();
        assertThat(deliverer.size()).isEqualTo(1);
    }

    @Test
    void deliver_again_keepsTheFirst() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        Deliverer.Request first = new Deliverer.Request(KEY, 1, world.record().requireOutcome());
        Deliverer.Request second = new Deliverer.Request(KEY, 2, world.record().requireOutcome());

        assertThat(deliverer.idempotent()).isTrue();
        assertThat(deliverer.deliver(first)).isEqualTo(new Deliverer.Result.Arrived());
        assertThat(deliverer.deliver(second)).isEqualTo(new Deliverer.Result.Arrived());

        assertThat(deliverer.received(KEY.id())).containsSame(first);
        assertThat(deliverer.size()).isEqualTo(1);
    }
}
