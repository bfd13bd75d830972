package dev.toolcheckpoint.bench.dynamo;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Keeps the requests that a client was asked for, in their order. For one thread. */
final class CapturedRequests implements ExecutionInterceptor {

    private final List<SdkRequest> requests = new ArrayList<>();

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        requests.add(context.request());
    }

    List<SdkRequest> all() {
        return List.copyOf(requests);
    }

    void clear() {
        requests.clear();
    }
}
