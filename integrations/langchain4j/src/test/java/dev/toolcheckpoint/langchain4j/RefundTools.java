package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Tools whose effects are counted: one entry for each time that one really acts. */
final class RefundTools {

    final List<String> effects = new CopyOnWriteArrayList<>();
    final List<String> keys = new CopyOnWriteArrayList<>();
    final CountDownLatch started = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);

    @Tool("Refunds an order")
    String refund(String order, int cents) {
        effects.add(order + ":" + cents);
        return "re_" + effects.size();
    }

    @Tool("Sends a voucher")
    @Effect(identity = CallIdentity.TOOL_CALL)
    String voucher(String order) {
        effects.add("voucher " + order);
        return "v_" + effects.size();
    }

    @Tool("Cancels an order")
    @Effect(keyArgument = "order")
    void cancel(String order, String reason) {
        effects.add("cancel " + order);
    }

    @Tool(value = "Refunds an order and tells the customer", returnBehavior = ReturnBehavior.IMMEDIATE)
    String refundNow(String order) {
        effects.add("now " + order);
        return "now_" + effects.size();
    }

    @Tool("Refuses to refund")
    String refuse(String order) throws ToolException {
        effects.add("refused " + order);
        throw new ToolException("TOO_LATE", "The order is too old.");
    }

    @Tool("Finds the shop closed")
    String closed(String order) throws NoEffectException {
        effects.add("closed " + order);
        throw new NoEffectException("CLOSED", "The shop is closed.");
    }

    @Tool("Breaks after the effect")
    String breakAfter(String order) {
        effects.add("broken " + order);
        throw new IllegalStateException("connection reset");
    }

    @Tool("Breaks once, for a downstream that deduplicates")
    @Effect(retryFor = "PT1H", maxAttempts = 3)
    String breakOnce(String order, Attempt attempt) {
        keys.add(attempt.idempotencyKey());
        if (attempt.context().attempt() == 1) {
            throw new IllegalStateException("connection reset");
        }
        effects.add("repaired " + order);
        return "repaired";
    }

    @Tool("Takes its time")
    String slow(String order) throws InterruptedException {
        effects.add("slow " + order);
        started.countDown();
        mayEnd.await();
        return "slow_" + effects.size();
    }

    @Tool("Looks an order up")
    @WithoutEffect
    String look(String order) {
        effects.add("look " + order);
        return "seen " + effects.size();
    }
}
