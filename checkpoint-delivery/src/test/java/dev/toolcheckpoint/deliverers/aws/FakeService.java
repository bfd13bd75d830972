package dev.toolcheckpoint.deliverers.aws;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/** An endpoint that answers the SDK's real clients with one answer after another's kind: for what no emulator can be made to say. */
final class FakeService implements AutoCloseable {

    private final HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int status = 200;
    private volatile String type = "";
    private volatile String body = "{}";
    private volatile boolean silent;

    FakeService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " "
                            + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (silent) {
                awaitClose();
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            if (!type.isEmpty()) {
                exchange.getResponseHeaders().set("x-amzn-errortype", type);
            }
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.setExecutor(threads);
        server.start();
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers with a body from now on. */
    void answers(String json) {
        status = 200;
        type = "";
        body = json;
    }

    /** Refuses from now on, with a message that quotes a secret. */
    void refuses(int withStatus, String code) {
        status = withStatus;
        type = code;
        body = "{\"__type\":\"com.amazonaws.service#" + code + "\",\"message\":\"s3cr3t was sent\"}";
    }

    /** Never answers. */
    void isSilent() {
        silent = true;
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** A client of it with the SDK's own settings, repeats included. */
    <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(B builder) {
        return builder.endpointOverride(uri())
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
