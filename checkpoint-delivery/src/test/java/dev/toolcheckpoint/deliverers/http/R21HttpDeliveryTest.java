package dev.toolcheckpoint.deliverers.http;

import static dev.toolcheckpoint.deliverers.http.ScriptedServer.reset;
import static dev.toolcheckpoint.deliverers.http.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.Requests;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.DeliveryOutcome;
import dev.toolcheckpoint.delivery.DeliveryRunner;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.reconcile.Reconciliation.Step;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.SequentialIds;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolRunner;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** R21 over a real connection: the tool runs once, whatever becomes of the delivery. */
class R21HttpDeliveryTest {

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final VirtualClock clock = new VirtualClock();
    private final Journal journal = Journal.builder(new InMemoryCheckpointStore())
            .clock(clock)
            .skewMargin(MARGIN)
            .ids(new SequentialIds("test"))
            .pause(clock::advance)
            .build();
    private final AtomicInteger runs = new AtomicInteger();
    private final ScriptedServer server = new ScriptedServer();
    private final ToolCall call = ToolCall.of(
            "shop", "order-17", JsonNodeFactory.instance.objectNode().put("order", 17));

    R21HttpDeliveryTest() throws IOException {
        runTool();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        assertThat(runs).as("the tool ran once").hasValue(1);
    }

    private void runTool() {
        Tool<JsonNode, Map<String, Boolean>> tool = Tool.named("refund-order", JsonNode.class)
                .handler((input, context) -> {
                    runs.incrementAndGet();
                    return Map.of("refunded", true);
                });
        ToolRunner.over(journal).run(tool, call, TimeBudget.DEFAULT);
    }

    private CheckpointKey key() {
        return CheckpointKey.of("shop", "order-17");
    }

    private HttpSender.Builder sender() {
        return HttpSender.builder().clock(clock);
    }

    private DeliveryOutcome deliver(HttpSender.Builder sender) {
        return deliver(HttpDeliverer.of(sender.build(), Destination.always(server.uri())));
    }

    private DeliveryOutcome deliver(Deliverer deliverer) {
        runTool();
        return DeliveryRunner.builder(journal, deliverer)
                .lease(LEASE)
                .pause(clock::advance)
                .build()
                .deliver(key());
    }

    private Step reconciled(HttpSender.Builder sender) {
        clock.advance(LEASE.plus(MARGIN));
        Deliverer deliverer = HttpDeliverer.of(sender.build(), Destination.always(server.uri()));
        return Reconciler.builder(journal)
                .deliverer("refund-order", deliverer)
                .build()
                .run(Duration.ofMinutes(1))
                .counts()
                .keySet()
                .iterator()
                .next();
    }

    private Status recorded() {
        return journal.inspect(key()).orElseThrow().status();
    }

    private void sameBytesEachTime(int times) {
        assertThat(server.received()).hasSize(times);
        assertThat(server.received())
                .extracting(ScriptedServer.Received::body)
                .containsOnly(server.received().get(0).body());
        assertThat(server.received())
                .extracting(received -> received.header("Idempotency-Key"))
                .containsOnly(key().id());
    }

    @Test
    void r21a_resetAfterAccept_isReconciledWithTheSameBytes_whenTheReceiverDeduplicates() {
        server.then(reset(), status(409));

        assertThat(deliver(sender().receiverDeduplicates())).isInstanceOf(DeliveryOutcome.InDoubt.class);
        assertThat(reconciled(sender().receiverDeduplicates())).isEqualTo(Step.DELIVERED);
        sameBytesEachTime(2);
    }

    @Test
    void r21a_resetAfterAccept_waitsForSomebody_whenItDoesNot() {
        server.then(reset(), status(200));

        assertThat(deliver(sender())).isInstanceOf(DeliveryOutcome.InDoubt.class);
        assertThat(reconciled(sender().receiverDeduplicates()))
                .as("it was claimed by one that may not be repeated")
                .isEqualTo(Step.IN_DOUBT);
        assertThat(deliver(sender())).isInstanceOf(DeliveryOutcome.InDoubt.class);
        sameBytesEachTime(1);
    }

    @Test
    void r21b_threeTimes503_isBounded_withTheSameBytes_andDeliveredLater() {
        server.then(status(503), status(503), status(503), status(200));

        assertThat(deliver(sender())).isInstanceOf(DeliveryOutcome.NotDelivered.class);
        assertThat(recorded()).isEqualTo(Status.COMPLETED);
        assertThat(deliver(sender())).isEqualTo(new DeliveryOutcome.Delivered());
        sameBytesEachTime(4);
    }

    @Test
    void r21b_retryAfter_isWaitedFor() {
        server.then(status(429, "Retry-After: 7"), status(200));
        var before = clock.instant();

        assertThat(deliver(sender())).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(Duration.between(before, clock.instant())).isEqualTo(Duration.ofMillis(7_200));
    }

    @Test
    void r21c_400ForEver_isUndeliverable_andEndsTheLoop() {
        server.then(status(400));

        assertThat(deliver(sender())).isEqualTo(new DeliveryOutcome.Undeliverable("The receiver answered 400."));
        assertThat(deliver(sender())).isEqualTo(new DeliveryOutcome.Undeliverable("The receiver answered 400."));
        assertThat(server.received()).hasSize(1);
        assertThat(recorded()).isEqualTo(Status.DELIVERED);
    }

    @Test
    void r21d_409AlreadySettled_isDelivered() {
        server.then(status(409));

        assertThat(deliver(sender())).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(deliver(sender())).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void r21e_workerThatDied_isReconciled() {
        journal.claimDelivery(key(), LEASE, true);
        server.then(status(200));

        assertThat(reconciled(sender().receiverDeduplicates())).isEqualTo(Step.DELIVERED);
        sameBytesEachTime(1);
    }

    @Test
    void r21f_receiverThatIsGone_isUndeliverable() {
        Destination<URI> gone = request -> Optional.empty();

        assertThat(deliver(HttpDeliverer.of(sender().build(), gone))).isInstanceOf(DeliveryOutcome.Undeliverable.class);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void receiverThatCanNotBeLookedUp_isAKnownFailure_withoutWhatItSays() {
        Destination<URI> down = request -> {
            throw new IOException("s3cr3t");
        };

        assertThat(deliver(HttpDeliverer.of(sender().build(), down)))
                .isInstanceOfSatisfying(
                        DeliveryOutcome.NotDelivered.class,
                        ended -> assertThat(ended.reason())
                                .contains("IOException")
                                .doesNotContain("s3cr3t"));
        assertThat(server.received()).isEmpty();
    }

    @Test
    void forgottenPayload_isUndeliverable() {
        HttpDeliverer deliverer = HttpDeliverer.of(sender().build(), Destination.always(server.uri()));

        assertThat(deliverer.deliver(Requests.forgotten())).isInstanceOf(Deliverer.Result.Refused.class);
        assertThat(server.received()).isEmpty();
    }
}
