package dev.toolcheckpoint.dynamo;

import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Has every write say what it consumed, indexes included. The store doesn't ask for it. */
final class ReportedCapacity implements ExecutionInterceptor {

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return context.request() instanceof PutItemRequest put
                ? put.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                        .build()
                : context.request();
    }
}
