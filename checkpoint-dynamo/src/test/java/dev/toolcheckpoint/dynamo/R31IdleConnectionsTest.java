package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** R31: a connection that is idle when the process is copied is dead in every copy, so it is closed before. */
class R31IdleConnectionsTest {

    private static final CheckpointKey KEY = CheckpointKey.of("shop", "absent");

    private final Endpoint endpoint = new Endpoint();

    @AfterEach
    void close() throws IOException {
        endpoint.close();
    }

    @Test
    void beforeSnapshot_closesIdleConnections_andTheNextRequestOpensOne() throws Exception {
        IdleConnections idle = new IdleConnections();
        try (SdkHttpClient http = idle.of(UrlConnectionHttpClient.builder()).build();
                DynamoDbClient client = client(http)) {
            DynamoCheckpointStore store = DynamoCheckpointStore.builder("calls")
                    .client(client)
                    .cipher(PayloadCipher.none())
                    .build();
            store.find(KEY);
            store.find(KEY);
            assertThat(endpoint.connections).as("one is kept, and used again").hasSize(1);
            assertThat(endpoint.connections.get(0)).isNotDone();

            idle.close();

            assertThat(endpoint.ended(0)).isTrue();
            assertThat(store.find(KEY)).isEmpty();
            assertThat(endpoint.connections).hasSize(2);
        }
    }

    @Test
    void storeThatMadeItsClients_closesTheirConnections() throws Exception {
        withCredentials(() -> {
            try (DynamoCheckpointStore store = DynamoCheckpointStore.builder("calls")
                    .endpoint(endpoint.uri())
                    .cipher(PayloadCipher.none())
                    .build()) {
                store.find(KEY);
                assertThat(endpoint.connections).hasSize(1);

                store.beforeSnapshot();

                assertThat(endpoint.ended(0)).isTrue();
                assertThat(store.find(KEY)).isEmpty();
                assertThat(endpoint.connections).hasSize(2);
            }
        });
    }

    private DynamoDbClient client(SdkHttpClient http) {
        return configured(DynamoDbClient.builder().httpClient(http)).build();
    }

    private <B extends AwsClientBuilder<B, C>, C> B configured(B builder) {
        return builder.endpointOverride(endpoint.uri())
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
    }

    /** What the SDK's default chain reads first. */
    private static void withCredentials(Body body) throws Exception {
        List<String> names = List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.region");
        System.setProperty(names.get(0), "id");
        System.setProperty(names.get(1), "secret");
        System.setProperty(names.get(2), "eu-central-1");
        try {
            body.run();
        } finally {
            names.forEach(System::clearProperty);
        }
    }

    @FunctionalInterface
    private interface Body {
        void run() throws Exception;
    }

    /** Answers every request with a table that has no item, and keeps its connections open for ten minutes. */
    private static final class Endpoint implements AutoCloseable {
        private final ServerSocket server;
        private final List<CompletableFuture<Boolean>> connections = new CopyOnWriteArrayList<>();

        private Endpoint() {
            try {
                server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            start(this::accept);
        }

        private URI uri() {
            return URI.create("http://127.0.0.1:" + server.getLocalPort());
        }

        /** Whether the client closes this connection. The bound is for a test that fails. */
        private boolean ended(int connection) throws ExecutionException, InterruptedException, TimeoutException {
            return connections.get(connection).get(30, TimeUnit.SECONDS);
        }

        private void accept() {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    CompletableFuture<Boolean> ended = new CompletableFuture<>();
                    connections.add(ended);
                    start(() -> ended.complete(serve(socket)));
                } catch (IOException closed) {
                    return;
                }
            }
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "endpoint");
            thread.setDaemon(true);
            thread.start();
        }

        private static boolean serve(Socket socket) {
            try (socket;
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
                while (in.readLine() != null) {
                    int length = 0;
                    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                            length = Integer.parseInt(
                                    line.substring(line.indexOf(':') + 1).strip());
                        }
                    }
                    for (int read = 0; read < length; read++) {
                        in.read();
                    }
                    socket.getOutputStream()
                            .write(
                                    ("HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n"
                                                    + "Connection: keep-alive\r\nKeep-Alive: timeout=600\r\n\r\n{}")
                                            .getBytes(StandardCharsets.ISO_8859_1));
                }
            } catch (IOException reset) {
                return true;
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
