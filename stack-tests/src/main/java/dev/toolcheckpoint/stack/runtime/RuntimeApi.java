package dev.toolcheckpoint.stack.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Lambda's Runtime API, version 2018-06-01, for one sandbox: hands out events and takes answers. Thread-safe. */
public final class RuntimeApi implements AutoCloseable {

    private static final String BASE = "/2018-06-01/runtime";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LinkedBlockingQueue<Call> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Call> running = new ConcurrentHashMap<>();
    private final Duration timeout;

    /**
     * Listens on a free port of loopback.
     *
     * @param timeout the function's
     */
    public RuntimeApi(Duration timeout) throws IOException {
        this.timeout = timeout;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(BASE + "/invocation/", this::invocation);
        server.createContext(BASE + "/init/error", this::initError);
        server.setExecutor(threads);
        server.start();
    }

    /** One invocation. */
    public static final class Call {
        private final String requestId = UUID.randomUUID().toString();
        private final String event;

        /** When its time is up, in milliseconds; known when the runtime has fetched it. */
        public final CompletableFuture<Long> deadline = new CompletableFuture<>();

        /** What the function answered. */
        public final CompletableFuture<Answer> answer = new CompletableFuture<>();

        Call(String event) {
            this.event = event;
        }
    }

    /**
     * What came back.
     *
     * @param thrown whether the function failed
     */
    public record Answer(boolean thrown, String body) {}

    /** {@code host:port}, for {@code AWS_LAMBDA_RUNTIME_API}. */
    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Sends an event: it waits until the runtime asks for one. */
    public Call invoke(String event) {
        Call call = new Call(event);
        waiting.add(call);
        return call;
    }

    private void invocation(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring((BASE + "/invocation/").length());
        if (path.equals("next")) {
            next(exchange);
            return;
        }
        String[] parts = path.split("/", 2);
        Call call = running.remove(parts[0]);
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (call == null) {
            exchange.sendResponseHeaders(400, -1);
        } else {
            call.answer.complete(new Answer(parts[1].equals("error"), body));
            exchange.sendResponseHeaders(202, -1);
        }
        exchange.close();
    }

    private void next(HttpExchange exchange) throws IOException {
        Call call;
        try {
            call = waiting.take();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            exchange.close();
            return;
        }
        running.put(call.requestId, call);
        long deadline = System.currentTimeMillis() + timeout.toMillis();
        call.deadline.complete(deadline);
        byte[] event = call.event.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Lambda-Runtime-Aws-Request-Id", call.requestId);
        exchange.getResponseHeaders().add("Lambda-Runtime-Deadline-Ms", Long.toString(deadline));
        exchange.getResponseHeaders()
                .add(
                        "Lambda-Runtime-Invoked-Function-Arn",
                        "arn:aws:lambda:us-east-1:000000000000:function:refund:live");
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, event.length);
        exchange.getResponseBody().write(event);
        exchange.close();
    }

    private void initError(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(202, -1);
        exchange.close();
        IllegalStateException failure = new IllegalStateException("The function did not start: " + body);
        for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
            call.deadline.completeExceptionally(failure);
            call.answer.completeExceptionally(failure);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
