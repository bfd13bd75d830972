package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** One request on the wire; every repeat by the SDK is one of its own. Immutable. */
public final class WireRequest {

    private static final Set<String> WRITES = Set.of(
            "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem", "PutObject", "DeleteObject");

    private final int number;
    private final String service;
    private final String operation;
    private final int attempt;
    private final byte[] body;

    private WireRequest(int number, String service, String operation, int attempt, byte[] body) {
        this.number = number;
        this.service = service;
        this.operation = operation;
        this.attempt = attempt;
        this.body = body;
    }

    /** Counts all requests of the client, from 1. */
    public int number() {
        return number;
    }

    /** {@code dynamodb}, {@code kms}, {@code s3}, {@code sqs} or what else the request is signed for. */
    public String service() {
        return service;
    }

    /**
     * The operation's name in the API, as in {@code PutItem} or {@code GenerateDataKey}. S3 has none on the wire: {@code PutObject},
     * {@code GetObject}, {@code HeadObject}, {@code DeleteObject}, and for all others method and target, as in {@code PUT-Bucket}.
     */
    public String operation() {
        return operation;
    }

    /** Which of the SDK's own attempts it is, from 1. */
    public int attempt() {
        return attempt;
    }

    /** How many bytes the body has. */
    public int bytes() {
        return body.length;
    }

    /** The body as text, to look for an item's key in. */
    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Whether it may change stored data: the writes of DynamoDB and S3. */
    public boolean write() {
        return WRITES.contains(operation);
    }

    /** Names no content: it may be secret. */
    @Override
    public String toString() {
        return "#" + number + " " + service + " " + operation + " attempt " + attempt + ", " + body.length + " bytes";
    }

    static WireRequest of(int number, HttpExecuteRequest request) {
        SdkHttpRequest http = request.httpRequest();
        String target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        String service = service(http);
        return new WireRequest(
                number,
                service,
                target.isEmpty() ? objectOperation(http) : target.substring(target.indexOf('.') + 1),
                attempt(http),
                body(request));
    }

    /** From the signature's scope: {@code Credential=KEY/DATE/REGION/SERVICE/aws4_request}. */
    private static String service(SdkHttpRequest http) {
        String authorization = http.firstMatchingHeader("Authorization").orElse("");
        int credential = authorization.indexOf("Credential=");
        if (credential < 0) {
            return "unsigned";
        }
        List<String> scope = List.of(authorization.substring(credential).split("[/,]", 6));
        return scope.size() > 3 ? scope.get(3).toLowerCase(Locale.ROOT) : "unsigned";
    }

    private static String objectOperation(SdkHttpRequest http) {
        String path = http.encodedPath();
        boolean object = path.indexOf('/', 1) > 0 && !path.endsWith("/");
        String method = http.method().name();
        if (!object || !http.rawQueryParameters().isEmpty()) {
            return method + (object ? "-Object" : "-Bucket");
        }
        return method.charAt(0) + method.substring(1).toLowerCase(Locale.ROOT) + "Object";
    }

    /** From {@code amz-sdk-request: attempt=2; max=3}. */
    private static int attempt(SdkHttpRequest http) {
        String header = http.firstMatchingHeader("amz-sdk-request").orElse("");
        for (String part : header.split(";", -1)) {
            String pair = part.strip();
            if (pair.startsWith("attempt=")) {
                return Integer.parseInt(pair.substring("attempt=".length()));
            }
        }
        return 1;
    }

    private static byte[] body(HttpExecuteRequest request) {
        if (request.contentStreamProvider().isEmpty() || request.httpRequest().method() == SdkHttpMethod.GET) {
            return new byte[0];
        }
        try (InputStream content = request.contentStreamProvider().get().newStream()) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
