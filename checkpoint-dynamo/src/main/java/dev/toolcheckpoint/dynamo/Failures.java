package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** What the SDK's exceptions mean for a journal. */
final class Failures {

    private final String table;

    Failures(String table) {
        this.table = table;
    }

    /** Runs a write. Whatever leaves open whether it was applied is ambiguous. */
    <T extends @Nullable Object> T write(Supplier<T> request) {
        try {
            return request.get();
        } catch (SdkException failure) {
            throw of(failure, true);
        }
    }

    /** Runs a read, which leaves nothing open. */
    <T extends @Nullable Object> T read(Supplier<T> request) {
        try {
            return request.get();
        } catch (SdkException failure) {
            throw of(failure, false);
        }
    }

    StoreException of(SdkException failure, boolean write) {
        return failure instanceof AwsServiceException service ? answered(service, write) : unanswered(failure, write);
    }

    private StoreException answered(AwsServiceException failure, boolean write) {
        String code = code(failure);
        if (failure instanceof ResourceNotFoundException || code.equals("NoSuchBucket")) {
            return StoreException.tableMissing(
                    "The table " + table
                            + " (or its index or bucket) does not exist in this account and Region: " + code
                            + ". A missing table is not an empty journal. Make it with `checkpoint table create`, or correct the name.");
        }
        if (failure.isThrottlingException()
                || failure instanceof TransactionConflictException
                || code.equals("SlowDown")) {
            return StoreException.unavailable(
                    "The table " + table + " refused for now: " + reason(failure) + ". Nothing was written.", failure);
        }
        if (failure.statusCode() >= 500) {
            return unknown(reason(failure), failure, write);
        }
        if (code.equals("ValidationException") && aboutSchema(failure)) {
            return StoreException.tableMismatch(
                    "The table " + table + " has other keys or indexes than a journal: " + reason(failure)
                            + ". Run `checkpoint table check`.",
                    failure);
        }
        return StoreException.broken(
                "The table " + table + " refused: " + reason(failure)
                        + ". Nothing was written; a repeat would be refused, too.",
                failure);
    }

    private StoreException unanswered(SdkException failure, boolean write) {
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith("Unable to load")) {
            return StoreException.broken(
                    "No request was sent to the table " + table
                            + ": AWS credentials are missing. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a"
                            + " profile that has them.",
                    failure);
        }
        if (neverSent(failure)) {
            return StoreException.unavailable(
                    "The table " + table + " can't be reached: " + reason(failure)
                            + ". Nothing was written. Check the endpoint and the network.",
                    failure);
        }
        return unknown(reason(failure), failure, write);
    }

    private StoreException unknown(String reason, SdkException failure, boolean write) {
        return write
                ? StoreException.unknownResult(
                        "The table " + table + " gave no answer (" + reason + "); the write may have been applied.",
                        failure)
                : StoreException.unavailable("The table " + table + " gave no answer (" + reason + ").", failure);
    }

    private static boolean neverSent(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof UnknownHostException
                    || cause instanceof NoRouteToHostException) {
                return true;
            }
        }
        return false;
    }

    /** DynamoDB tells a wrong key or index only in words. */
    private static boolean aboutSchema(AwsServiceException failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("schema")
                || message.contains("missing the key")
                || message.contains("key element")
                || message.contains("specified index");
    }

    private static String code(AwsServiceException failure) {
        return failure.awsErrorDetails() == null
                ? ""
                : String.valueOf(failure.awsErrorDetails().errorCode());
    }

    /** Never the service's own words: they may quote the item. */
    private static String reason(SdkException failure) {
        if (failure instanceof AwsServiceException service) {
            return code(service) + ", status " + service.statusCode() + ", request " + service.requestId();
        }
        Throwable cause = failure.getCause();
        return cause instanceof IOException
                ? cause.getClass().getSimpleName()
                : failure.getClass().getSimpleName();
    }

    static StoreException unreadable(String partition, String how, @Nullable Throwable cause) {
        return StoreException.payloadUnreadable(
                "The outcome of " + partition + " is stored, but its payload " + how
                        + ". The effect is done: do not issue the call again.",
                cause);
    }
}
