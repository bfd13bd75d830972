package dev.toolcheckpoint.testing.aws;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The services' own errors, as they look on the wire. */
final class FaultResponses {

    private FaultResponses() {}

    static HttpExecuteResponse throttle(WireRequest request) {
        return switch (request.service()) {
            case "dynamodb" -> dynamo(400, "ProvisionedThroughputExceededException", "");
            case "s3" -> xml(503, "SlowDown");
            default -> json(400, "ThrottlingException", "");
        };
    }

    static HttpExecuteResponse serverError(WireRequest request) {
        return switch (request.service()) {
            case "dynamodb" -> dynamo(500, "InternalServerError", "");
            case "kms" -> json(500, "KMSInternalException", "");
            case "s3" -> xml(500, "InternalError");
            default -> json(500, "InternalFailure", "");
        };
    }

    static HttpExecuteResponse transactionConflict(WireRequest request) {
        return request.operation().startsWith("Transact")
                ? dynamo(
                        400,
                        "TransactionCanceledException",
                        ",\"CancellationReasons\":[{\"Code\":\"TransactionConflict\",\"Message\":\"injected\"}]")
                : dynamo(400, "TransactionConflictException", "");
    }

    private static HttpExecuteResponse dynamo(int status, String type, String more) {
        return json(status, "com.amazonaws.dynamodb.v20120810#" + type, more);
    }

    /** The message is spelled in both ways that services have. */
    private static HttpExecuteResponse json(int status, String type, String more) {
        return response(
                status,
                "application/x-amz-json-1.0",
                "{\"__type\":\"" + type + "\",\"message\":\"injected\",\"Message\":\"injected\"" + more + "}");
    }

    private static HttpExecuteResponse xml(int status, String code) {
        return response(
                status,
                "application/xml",
                "<Error><Code>" + code + "</Code><Message>injected</Message><RequestId>injected</RequestId></Error>");
    }

    private static HttpExecuteResponse response(int status, String contentType, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(status)
                        .putHeader("Content-Type", contentType)
                        .putHeader("Content-Length", Integer.toString(bytes.length))
                        .putHeader("x-amzn-RequestId", "injected")
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                .build();
    }
}
