package dev.toolcheckpoint.testing.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * An HTTP client of the SDK that lets requests fail as {@link #faults()} says, and counts them all in {@link #wire()}. What the
 * SDK's client above it sees is what it would see in earnest; nothing waits. Thread-safe.
 *
 * <pre>{@code
 * FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
 * DynamoDbClient client = aws.dynamoDb(http).build();
 * http.faults().on("PutItem").next(Fault.DROP_RESPONSE);
 * }</pre>
 */
public final class FaultyHttpClient implements SdkHttpClient {

    private final SdkHttpClient delegate;
    private final FaultPlan faults = new FaultPlan();
    private final WireLog wire = new WireLog();
    private final AtomicInteger numbers = new AtomicInteger();

    private FaultyHttpClient(SdkHttpClient delegate) {
        this.delegate = delegate;
    }

    /** A client that sends through {@code delegate}, and closes it when it is closed itself. */
    public static FaultyHttpClient around(SdkHttpClient delegate) {
        return new FaultyHttpClient(delegate);
    }

    /** Which requests fail; none at first. */
    public FaultPlan faults() {
        return faults;
    }

    /** What went over the wire. */
    public WireLog wire() {
        return wire;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = delegate.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return send(WireRequest.of(numbers.incrementAndGet(), request), prepared);
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private HttpExecuteResponse send(WireRequest request, ExecutableHttpRequest prepared) throws IOException {
        Fault fault = faults.next(request);
        if (fault != null && !fault.applied()) {
            return answer(request, fault, new byte[0]);
        }
        HttpExecuteResponse response;
        byte[] body;
        try {
            response = prepared.call();
            body = drain(response);
        } catch (IOException | RuntimeException failure) {
            wire.add(new WireExchange(request, null, 0, 0, 0));
            throw failure;
        }
        if (fault != null) {
            return answer(request, fault, body);
        }
        wire.add(exchange(request, null, response.httpResponse().statusCode(), body));
        return HttpExecuteResponse.builder()
                .response(response.httpResponse())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }

    private HttpExecuteResponse answer(WireRequest request, Fault fault, byte[] body) throws IOException {
        HttpExecuteResponse made = switch (fault) {
            case THROTTLE -> FaultResponses.throttle(request);
            case SERVER_ERROR, SERVER_ERROR_AFTER -> FaultResponses.serverError(request);
            case TRANSACTION_CONFLICT -> FaultResponses.transactionConflict(request);
            case DROP_REQUEST, DROP_RESPONSE, TIME_OUT_BEFORE, TIME_OUT_AFTER -> null;
        };
        wire.add(exchange(request, fault, made == null ? 0 : made.httpResponse().statusCode(), body));
        if (made != null) {
            return made;
        }
        if (fault == Fault.TIME_OUT_BEFORE || fault == Fault.TIME_OUT_AFTER) {
            throw ApiCallAttemptTimeoutException.builder()
                    .message("Injected: the attempt timed out.")
                    .build();
        }
        throw new SocketException("Connection reset (injected)");
    }

    private static WireExchange exchange(WireRequest request, @Nullable Fault fault, int status, byte[] body) {
        return new WireExchange(request, fault, status, body.length, Capacity.of(request, body));
    }

    private static byte[] drain(HttpExecuteResponse response) throws IOException {
        if (response.responseBody().isEmpty()) {
            return new byte[0];
        }
        try (InputStream body = response.responseBody().get()) {
            return body.readAllBytes();
        }
    }

    @Override
    public void close() {
        delegate.close();
    }

    @Override
    public String clientName() {
        return "Faulty" + delegate.clientName();
    }
}
