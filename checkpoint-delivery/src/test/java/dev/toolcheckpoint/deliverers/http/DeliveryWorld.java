package dev.toolcheckpoint.deliverers.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.deliverers.http.DeliveryCommand.Answer;
import dev.toolcheckpoint.deliverers.http.DeliveryCommand.Write;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.DeliveryOutcome;
import dev.toolcheckpoint.delivery.DeliveryRunner;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.reconcile.Reconciliation;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.SequentialIds;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One call, its outcome, two workers that deliver it and one receiver. What must always hold is checked after every command. */
final class DeliveryWorld {

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 3;
    private static final String TOOL = "refund-order";
    private static final CheckpointKey KEY = CheckpointKey.of("shop", "order-17");

    private final boolean deduplicates;
    private final WrongRule wrong;
    private final Coverage coverage;
    private final VirtualClock clock = new VirtualClock();
    private final InMemoryCheckpointStore store = new InMemoryCheckpointStore(MARGIN);
    private final ModelReceiver receiver;
    private final List<Worker> workers;
    private int runs;

    DeliveryWorld(boolean deduplicates, WrongRule wrong, Coverage coverage) {
        this.deduplicates = deduplicates;
        this.wrong = wrong;
        this.coverage = coverage;
        this.receiver = new ModelReceiver(deduplicates, wrong, clock, coverage);
        this.workers = List.of(new Worker(0, Duration.ZERO), new Worker(1, Duration.ofMillis(500)));
        workers.get(0).runTool();
    }

    /** A process: its own journal, clock and connection to the store. */
    private final class Worker {
        private final FaultInjectingStore faults = new FaultInjectingStore(store);
        private final Journal journal;
        private final int number;

        Worker(int number, Duration ahead) {
            this.number = number;
            VirtualClock own = clock.withOffset(ahead);
            this.journal = Journal.builder(faults)
                    .clock(own)
                    .skewMargin(MARGIN)
                    .ids(new SequentialIds("worker-" + number))
                    .pause(own::advance)
                    .build();
        }

        ToolOutcome runTool() {
            Tool<JsonNode, Map<String, Boolean>> tool = Tool.named(TOOL, JsonNode.class)
                    .handler((input, context) -> {
                        runs++;
                        return Map.of("refunded", true);
                    });
            JsonNode input = JsonNodeFactory.instance.objectNode().put("order", 17);
            return ToolRunner.over(journal).run(tool, ToolCall.of("shop", "order-17", input), TimeBudget.DEFAULT);
        }

        Deliverer deliverer() {
            return new Deliverer() {
                @Override
                public boolean idempotent() {
                    return deduplicates || wrong == WrongRule.REPEATS_WHAT_IS_IN_DOUBT;
                }

                @Override
                public Result deliver(Request request) {
                    return Outgoing.document(
                            request,
                            Destination.always("receiver"),
                            (to, message) ->
                                    receiver.receive(spoilt(message, request.attempt()), () -> meanwhile(1 - number)));
                }
            };
        }

        void deliver(Write write, List<Answer> answers) {
            assertThat(runTool()).isInstanceOf(ToolOutcome.Replayed.class);
            disturbed(write, answers, () -> {
                DeliveryOutcome outcome = DeliveryRunner.builder(journal, deliverer())
                        .lease(LEASE)
                        .maxAttempts(ATTEMPTS)
                        .pause(clock::advance)
                        .build()
                        .deliver(KEY);
                hit("deliver " + outcome.getClass().getSimpleName());
            });
        }

        void reconcile(Write write, List<Answer> answers) {
            disturbed(write, answers, () -> {
                Reconciliation run = Reconciler.builder(journal)
                        .deliverer(TOOL, deliverer())
                        .build()
                        .run(Duration.ofMinutes(1));
                run.counts().keySet().forEach(step -> hit("reconcile " + step));
            });
        }

        private void disturbed(Write write, List<Answer> answers, Runnable action) {
            receiver.next(answers);
            switch (write) {
                case ANSWER_LOST -> faults.next(Operation.SWAP, Fault.loseAnswer());
                case REQUEST_LOST -> faults.next(Operation.SWAP, Fault.dropRequest());
                case WORKER_DIES_BEFORE ->
                    faults.next(Operation.SWAP, Fault.none().before(DeliveryWorld::die));
                case WORKER_DIES_AFTER ->
                    faults.next(Operation.SWAP, Fault.none().after(DeliveryWorld::die));
                case FINE -> {
                    // Nothing happens to it.
                }
            }
            try {
                action.run();
            } catch (ModelReceiver.Death dead) {
                hit("died");
            }
            faults.clear();
            receiver.next(List.of());
        }
    }

    private static void die() {
        throw new ModelReceiver.Death();
    }

    private Message spoilt(Message message, long attempt) {
        return switch (wrong) {
            case BYTES_NAME_THE_ATTEMPT ->
                Message.of(message.key(), "text/plain", ("attempt " + attempt).getBytes(StandardCharsets.UTF_8));
            case KEY_NAMES_THE_ATTEMPT ->
                Message.of(message.key() + "-" + attempt, message.mediaType(), message.bytes());
            default -> message;
        };
    }

    /** While a request is under way for longer than its lease, another worker may take the delivery over. */
    private void meanwhile(int other) {
        clock.advance(LEASE.plus(MARGIN));
        DeliveryOutcome outcome = DeliveryRunner.builder(
                        workers.get(other).journal, workers.get(other).deliverer())
                .lease(LEASE)
                .maxAttempts(1)
                .pause(clock::advance)
                .build()
                .deliver(KEY);
        hit("meanwhile " + outcome.getClass().getSimpleName());
    }

    /** Plays one command and checks what must hold after it. */
    void play(DeliveryCommand command) {
        Status before = record().status();
        receiver.sendsSince();
        if (command instanceof DeliveryCommand.Deliver it) {
            workers.get(it.worker()).deliver(it.write(), it.answers());
        } else if (command instanceof DeliveryCommand.Reconcile it) {
            workers.get(it.worker()).reconcile(it.write(), it.answers());
        } else if (command instanceof DeliveryCommand.Advance it) {
            clock.advance(it.time());
        } else {
            settle();
        }
        check(before, receiver.sendsSince());
    }

    /** The operator's evidence is true, and it is given only once nothing is under way any more. */
    private void settle() {
        Checkpoint record = record();
        if (record.status() != Status.DELIVERING || !record.deliveryExpired(clock.instant(), MARGIN)) {
            return;
        }
        boolean there = receiver.taken() > 0;
        workers.get(0)
                .journal
                .settleDelivery(
                        KEY,
                        there ? Evidence.happened("it is there", "ada") : Evidence.absent("it is not there", "ada"));
        hit(there ? "settled as there" : "settled as absent");
    }

    private void check(Status before, int sends) {
        assertThat(runs).as("the tool runs once").isEqualTo(1);
        receiver.assertSameBytes();
        assertThat(receiver.taken()).as("messages the receiver took").isLessThanOrEqualTo(1);
        // Each send of a run may last longer than its lease, and one other worker sends meanwhile.
        assertThat(sends).as("sends of one run").isLessThanOrEqualTo(2 * ATTEMPTS);
        if (before == Status.DELIVERED) {
            assertThat(sends).as("sends after the end").isZero();
        }
        Checkpoint record = record();
        if (record.status() == Status.DELIVERED && record.requireDelivery().undeliverable() == null) {
            assertThat(receiver.taken())
                    .as("what is recorded as delivered is there")
                    .isEqualTo(1);
        }
    }

    /** From now on nothing goes wrong: a few more runs must end it, one way or the other. */
    void end() {
        for (int round = 0; round < 3; round++) {
            play(new DeliveryCommand.Advance(LEASE.plus(MARGIN)));
            play(new DeliveryCommand.Reconcile(0, Write.FINE, List.of()));
            play(new DeliveryCommand.Settle());
            play(new DeliveryCommand.Deliver(1, Write.FINE, List.of()));
        }
        Checkpoint record = record();
        assertThat(record.status()).as("it ends").isEqualTo(Status.DELIVERED);
        hit(record.requireDelivery().undeliverable() == null ? "ends delivered" : "ends undeliverable");
    }

    private Checkpoint record() {
        return store.find(KEY).orElseThrow();
    }

    private void hit(String label) {
        coverage.hit((deduplicates ? "deduplicating: " : "plain: ") + label);
    }
}
