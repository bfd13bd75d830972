package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.reconcile.Reconciliation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Reconciler} as a Lambda function on a schedule. Whatever the event, it runs until {@value #RESERVE_MILLIS} ms before the
 * time is up; the next invocation in the same sandbox goes on where it stopped. Thread-safe.
 *
 * <p>Answers, and logs, what was done: {@code {"complete":true,"counts":{"MARKED_UNCERTAIN":2},"oldestMillis":{"UNCERTAIN":7200000}}}.
 */
public final class ReconcilerFunction implements RequestStreamHandler {

    /** What is kept of the remaining time for a probe or a send under way, in milliseconds. */
    public static final long RESERVE_MILLIS = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(ReconcilerFunction.class);

    private final Reconciler reconciler;
    private final Consumer<Reconciliation> observer;
    private final AtomicReference<@Nullable String> place = new AtomicReference<>();

    private ReconcilerFunction(Reconciler reconciler, Consumer<Reconciliation> observer) {
        this.reconciler = reconciler;
        this.observer = observer;
    }

    /** The function that runs this reconciler. */
    public static ReconcilerFunction of(Reconciler reconciler) {
        return new ReconcilerFunction(reconciler, run -> {});
    }

    /** The same, with what hears of each run: {@code EmfMetrics.toStandardOutput()::on}, for example. */
    public static ReconcilerFunction of(Reconciler reconciler, Consumer<Reconciliation> observer) {
        return new ReconcilerFunction(reconciler, observer);
    }

    /**
     * One run.
     *
     * @throws IllegalStateException when no time is left beyond the reserve: the function's time-out is too short
     */
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        long millis = context.getRemainingTimeInMillis() - RESERVE_MILLIS;
        if (millis <= 0) {
            throw new IllegalStateException("A reconciler needs more than " + RESERVE_MILLIS + " ms, found "
                    + context.getRemainingTimeInMillis() + " ms left. Give its function a longer time-out.");
        }
        Reconciliation run = reconciler.run(Duration.ofMillis(millis), place.getAndSet(null));
        place.set(run.next());
        observer.accept(run);
        String report = report(run).toString();
        LOG.info("Reconciled: {}", report);
        output.write(report.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode report(Reconciliation run) {
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("complete", run.next() == null);
        ObjectNode counts = report.putObject("counts");
        run.counts().forEach((step, count) -> counts.put(step.name(), count));
        ObjectNode oldest = report.putObject("oldestMillis");
        run.oldest().forEach((kind, age) -> oldest.put(kind.name(), age.toMillis()));
        return report;
    }
}
