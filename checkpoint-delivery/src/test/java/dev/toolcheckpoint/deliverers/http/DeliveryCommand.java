package dev.toolcheckpoint.deliverers.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One thing that happens in a random history of deliveries. Values. */
sealed interface DeliveryCommand {

    /** What the receiver, and the network before it, do with one request. */
    enum Answer {
        TAKES,
        TAKES_BUT_ANSWER_IS_LOST,
        TAKES_BUT_FAILS_WITH_500,
        TAKES_AFTER_THE_LEASE,
        REQUEST_IS_LOST,
        FAILS_WITH_500,
        BUSY_503,
        ASKS_FOR_TWO_SECONDS,
        ASKS_FOR_AN_HOUR,
        GONE_FOR_EVER,
        WORKER_DIES_BEFORE,
        WORKER_DIES_AFTER
    }

    /** What happens to a worker's next write. */
    enum Write {
        FINE,
        ANSWER_LOST,
        REQUEST_LOST,
        WORKER_DIES_BEFORE,
        WORKER_DIES_AFTER
    }

    /** The upstream asks again: the tool's outcome is replayed and delivered. */
    record Deliver(int worker, Write write, List<Answer> answers) implements DeliveryCommand {}

    /** A worker's reconciler comes by. */
    record Reconcile(int worker, Write write, List<Answer> answers) implements DeliveryCommand {}

    /** Time passes. */
    record Advance(Duration time) implements DeliveryCommand {}

    /** An operator looks at the receiver and says what is true. */
    record Settle() implements DeliveryCommand {}

    static DeliveryCommand random(Random random) {
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> new Deliver(random.nextInt(2), write(random), answers(random));
            case 3, 4, 5 -> new Reconcile(random.nextInt(2), write(random), answers(random));
            case 6, 7 -> new Advance(Duration.ofMillis(random.nextBoolean() ? 61_001 : random.nextInt(61_001)));
            default -> new Settle();
        };
    }

    private static Write write(Random random) {
        return random.nextInt(3) > 0 ? Write.FINE : Write.values()[random.nextInt(Write.values().length)];
    }

    private static List<Answer> answers(Random random) {
        List<Answer> answers = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            answers.add(Answer.values()[random.nextInt(Answer.values().length)]);
        }
        return List.copyOf(answers);
    }

    /** The same with less that goes wrong. */
    static List<DeliveryCommand> simpler(DeliveryCommand command) {
        List<DeliveryCommand> simpler = new ArrayList<>();
        if (command instanceof Deliver it) {
            if (it.write() != Write.FINE) {
                simpler.add(new Deliver(it.worker(), Write.FINE, it.answers()));
            }
            shorter(it.answers()).forEach(answers -> simpler.add(new Deliver(it.worker(), it.write(), answers)));
        } else if (command instanceof Reconcile it) {
            if (it.write() != Write.FINE) {
                simpler.add(new Reconcile(it.worker(), Write.FINE, it.answers()));
            }
            shorter(it.answers()).forEach(answers -> simpler.add(new Reconcile(it.worker(), it.write(), answers)));
        }
        return simpler;
    }

    private static List<List<Answer>> shorter(List<Answer> answers) {
        List<List<Answer>> shorter = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            List<Answer> without = new ArrayList<>(answers);
            without.remove(i);
            shorter.add(List.copyOf(without));
        }
        return shorter;
    }
}
