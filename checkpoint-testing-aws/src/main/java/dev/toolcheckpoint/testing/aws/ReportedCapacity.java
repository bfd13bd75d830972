package dev.toolcheckpoint.testing.aws;

import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Has every put and update of DynamoDB say what it consumed, indexes included, for {@link WireExchange#capacityUnits} to tell. A
 * refused write says nothing. Stateless.
 */
public final class ReportedCapacity implements ExecutionInterceptor {

    /** Add it to a client's override configuration. */
    public ReportedCapacity() {}

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        if (context.request() instanceof PutItemRequest put) {
            return put.toBuilder()
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                    .build();
        }
        return context.request() instanceof UpdateItemRequest update
                ? update.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                        .build()
                : context.request();
    }
}
