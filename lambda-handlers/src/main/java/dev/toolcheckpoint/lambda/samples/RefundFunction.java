package dev.toolcheckpoint.lambda.samples;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.lambda.LambdaConfiguration;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.lambda.agent.McpAdapter;
import dev.toolcheckpoint.lambda.metrics.EmfMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * The sample function: {@code refund-order}, configured by the environment (see {@link LambdaConfiguration}). {@code
 * REFUND_LEDGER} names the ledger's file; without it, {@code refund-ledger.jsonl} in the folder for temporary files.
 */
public final class RefundFunction implements RequestStreamHandler {

    /** The function's name where {@code checkpoint invoke} runs it. */
    private static final String LOCAL = "local";

    private final ToolFunction function;

    /** For Lambda: reads the environment. */
    public RefundFunction() {
        this(System.getenv());
    }

    /** Reads this environment. */
    public RefundFunction(Map<String, String> environment) {
        LambdaConfiguration configuration = LambdaConfiguration.from(environment, LambdaConfiguration.Use.TOOLS);
        FileLedger ledger = new FileLedger(ledgerFile(environment));
        ToolFunction.Builder builder = ToolFunction.builder()
                .configuration(configuration)
                .tool(RefundTool.over(ledger, configuration.recovery(), environment))
                .adapter(McpAdapter.at("/mcp", RefundTool.forAgents()));
        if (!environment.getOrDefault("AWS_LAMBDA_FUNCTION_NAME", LOCAL).equals(LOCAL)) {
            // Elsewhere nobody reads metrics from the output.
            builder.listener(EmfMetrics.toStandardOutput());
        }
        this.function = builder.build();
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        function.handleRequest(input, output, context);
    }

    static Path ledgerFile(Map<String, String> environment) {
        String named = environment.get("REFUND_LEDGER");
        return named == null ? Path.of(System.getProperty("java.io.tmpdir"), "refund-ledger.jsonl") : Path.of(named);
    }
}
