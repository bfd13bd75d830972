package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import dev.toolcheckpoint.tool.ToolContext;

/** Passes everything on to Lambda's context. */
record AttemptContext(Context lambda, ToolContext tool) implements CheckpointedContext {

    @Override
    public String getAwsRequestId() {
        return lambda.getAwsRequestId();
    }

    @Override
    public String getLogGroupName() {
        return lambda.getLogGroupName();
    }

    @Override
    public String getLogStreamName() {
        return lambda.getLogStreamName();
    }

    @Override
    public String getFunctionName() {
        return lambda.getFunctionName();
    }

    @Override
    public String getFunctionVersion() {
        return lambda.getFunctionVersion();
    }

    @Override
    public String getInvokedFunctionArn() {
        return lambda.getInvokedFunctionArn();
    }

    @Override
    public CognitoIdentity getIdentity() {
        return lambda.getIdentity();
    }

    @Override
    public ClientContext getClientContext() {
        return lambda.getClientContext();
    }

    @Override
    public int getRemainingTimeInMillis() {
        return lambda.getRemainingTimeInMillis();
    }

    @Override
    public int getMemoryLimitInMB() {
        return lambda.getMemoryLimitInMB();
    }

    @Override
    public LambdaLogger getLogger() {
        return lambda.getLogger();
    }

    @Override
    public String getTenantId() {
        return lambda.getTenantId();
    }

    @Override
    public String getXrayTraceId() {
        return lambda.getXrayTraceId();
    }
}
