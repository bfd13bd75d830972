package dev.toolcheckpoint.bench.dynamo;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An invocation with 30 s left, whatever happens. Immutable. */
final class BenchContext implements Context {

    private static final LambdaLogger LOGGER = new LambdaLogger() {
        @Override
        public void log(String message) {
            System.err.println(message);
        }

        @Override
        public void log(byte[] message) {
            log(new String(message, StandardCharsets.UTF_8));
        }
    };

    @Override
    public String getAwsRequestId() {
        return "7d0e3f5c-6b0f-4c7e-9d55-2f3a8f1f2b10";
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/refund";
    }

    @Override
    public String getLogStreamName() {
        return "bench";
    }

    @Override
    public String getFunctionName() {
        return "refund";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:refund:live";
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return 30_000;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1_024;
    }

    @Override
    public LambdaLogger getLogger() {
        return LOGGER;
    }
}
