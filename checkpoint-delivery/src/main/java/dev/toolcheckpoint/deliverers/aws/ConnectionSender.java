package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.time.Duration;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.GoneException;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PostToConnectionRequest;

/**
 * Posts messages to connections of an API Gateway WebSocket API and says what became of them. Needs {@code
 * execute-api:ManageConnections}, and no checkpoint. Thread-safe.
 *
 * <p>Only the bytes are sent: a frame has no key and no attributes. Arrived means that the gateway took it, not that the client read
 * it. 15 s an attempt unless set.
 */
public final class ConnectionSender {

    /** The largest payload: 128 KB. It is sent in frames of 32 KB, each billed as a message. */
    public static final int LARGEST = 128 * 1024;

    private final Lazy<ApiGatewayManagementApiClient> client;
    private final Duration timeout;

    private ConnectionSender(Lazy<ApiGatewayManagementApiClient> client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    /**
     * A sender through this client, which stays the caller's and whose endpoint is the stage's: {@code
     * https://API.execute-api.REGION.amazonaws.com/STAGE}.
     *
     * @param client asked once, at first use
     */
    public static ConnectionSender of(Supplier<ApiGatewayManagementApiClient> client) {
        return new ConnectionSender(new Lazy<>(client), Sending.TIMEOUT);
    }

    /** The same with another time for one attempt; 1 ms to 60 s. */
    public ConnectionSender timeout(Duration value) {
        return new ConnectionSender(client, Sending.check(value));
    }

    /** Posts once. */
    public Result send(String connectionId, Message message) {
        if (message.size() > LARGEST) {
            return new Result.Refused("A WebSocket message has at most " + LARGEST + " bytes, found " + message.size()
                    + ". Return less from the tool, or send where to fetch it.");
        }
        try {
            client.get()
                    .postToConnection(PostToConnectionRequest.builder()
                            .connectionId(connectionId)
                            .data(SdkBytes.fromByteArray(message.bytes()))
                            .overrideConfiguration(Sending.once(timeout))
                            .build());
            return new Result.Arrived();
        } catch (GoneException gone) {
            return new Result.Refused("The connection is gone (410): its client has to connect and ask again.");
        } catch (SdkException failure) {
            return Failures.of("PostToConnection", failure);
        }
    }
}
