package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A context outside Lambda with 30 s left. */
record LocalTestContext(Duration grace) implements LocalContext {

    private static final TestContext LAMBDA = new TestContext(Fixture.REMAINING);

    @Override
    public String getAwsRequestId() {
        return LAMBDA.getAwsRequestId();
    }

    @Override
    public String getLogGroupName() {
        return LAMBDA.getLogGroupName();
    }

    @Override
    public String getLogStreamName() {
        return LAMBDA.getLogStreamName();
    }

    @Override
    public String getFunctionName() {
        return LAMBDA.getFunctionName();
    }

    @Override
    public String getFunctionVersion() {
        return LAMBDA.getFunctionVersion();
    }

    @Override
    public String getInvokedFunctionArn() {
        return LAMBDA.getInvokedFunctionArn();
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return LAMBDA.getIdentity();
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return LAMBDA.getClientContext();
    }

    @Override
    public int getRemainingTimeInMillis() {
        return LAMBDA.getRemainingTimeInMillis();
    }

    @Override
    public int getMemoryLimitInMB() {
        return LAMBDA.getMemoryLimitInMB();
    }

    @Override
    public @Nullable LambdaLogger getLogger() {
        return LAMBDA.getLogger();
    }
}
