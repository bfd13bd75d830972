package dev.toolcheckpoint.dynamo;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * The connections that clients keep for their next request. The JDK keeps them for the whole process, and closes one only through a
 * request that used it and whose answer was read, but not closed ({@link java.net.HttpURLConnection#disconnect}, which is what
 * aborting means here). So the last requests are remembered like that: as many as there are idle connections to a host at most.
 * Thread-safe.
 */
final class IdleConnections {

    /** Read by the JDK, too, which keeps 5 a host unless set. */
    private static final int A_HOST = Integer.getInteger("http.maxConnections", 5);

    private final List<Client> clients = new ArrayList<>();

    /** Makes a client whose connections are known here. */
    SdkHttpClient.Builder<?> of(SdkHttpClient.Builder<?> builder) {
        return new Builder(builder);
    }

    /** Closes what is idle. A request that is under way may fail. */
    synchronized void close() {
        clients.forEach(Client::closeIdle);
    }

    private synchronized Client add(SdkHttpClient client) {
        Client known = new Client(client);
        clients.add(known);
        return known;
    }

    private final class Builder implements SdkHttpClient.Builder<Builder> {
        private final SdkHttpClient.Builder<?> builder;

        private Builder(SdkHttpClient.Builder<?> builder) {
            this.builder = builder;
        }

        @Override
        public SdkHttpClient buildWithDefaults(AttributeMap defaults) {
            return add(builder.buildWithDefaults(defaults));
        }
    }

    private static final class Client implements SdkHttpClient {
        private final SdkHttpClient client;
        // Soft: a request holds the bytes that it sent.
        private final Deque<SoftReference<ExecutableHttpRequest>> last = new ArrayDeque<>();

        private Client(SdkHttpClient client) {
            this.client = client;
        }

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            ExecutableHttpRequest prepared = client.prepareRequest(request);
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    HttpExecuteResponse response = prepared.call();
                    return HttpExecuteResponse.builder()
                            .response(response.httpResponse())
                            .responseBody(response.responseBody()
                                    .map(body -> AbortableInputStream.create(new ReadToItsEnd(body, prepared), body))
                                    .orElse(null))
                            .build();
                }

                @Override
                public void abort() {
                    prepared.abort();
                }
            };
        }

        /** An answer's body: at its end the connection is idle already, and closing it would only lose sight of it. */
        private final class ReadToItsEnd extends FilterInputStream {
            private final ExecutableHttpRequest request;

            private ReadToItsEnd(InputStream body, ExecutableHttpRequest request) {
                super(body);
                this.request = request;
            }

            @Override
            public void close() throws IOException {
                if (in.read() < 0) {
                    remember(request);
                } else {
                    in.close();
                }
            }
        }

        private void remember(ExecutableHttpRequest request) {
            synchronized (last) {
                last.addLast(new SoftReference<>(request));
                if (last.size() > A_HOST) {
                    last.removeFirst();
                }
            }
        }

        private void closeIdle() {
            synchronized (last) {
                while (!last.isEmpty()) {
                    ExecutableHttpRequest request = last.removeLast().get();
                    if (request != null) {
                        request.abort();
                    }
                }
            }
        }

        @Override
        public void close() {
            client.close();
        }

        @Override
        public String clientName() {
            return client.clientName();
        }
    }
}
