package dev.toolcheckpoint.lambda.samples;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.lambda.LambdaConfiguration;
import dev.toolcheckpoint.lambda.ReconcilerFunction;
import dev.toolcheckpoint.lambda.metrics.EmfMetrics;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/**
 * Looks after the calls of {@link RefundFunction} on a schedule, with the same environment. Its ledger lies where the function ran,
 * so nobody can be asked what happened: expired calls become uncertain, and all are counted.
 */
public final class RefundReconciler implements RequestStreamHandler {

    private final ReconcilerFunction function;

    /** For Lambda: reads the environment. */
    public RefundReconciler() {
        this(System.getenv(), EmfMetrics.toStandardOutput());
    }

    /** Reads this environment. */
    public RefundReconciler(Map<String, String> environment, EmfMetrics metrics) {
        LambdaConfiguration configuration = LambdaConfiguration.from(environment, LambdaConfiguration.Use.TOOLS);
        Journal.Builder journal = Journal.builder(
                        CheckpointStores.open(configuration.store(), configuration.storeOptions()))
                .retention(configuration.retention())
                .listener(metrics);
        configuration.skewMargin().ifPresent(journal::skewMargin);
        this.function = ReconcilerFunction.of(
                Reconciler.builder(journal.build())
                        .scanning(configuration.leanAttention())
                        .build(),
                metrics::on);
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        function.handleRequest(input, output, context);
    }
}
