package com.example.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The side on which one session lives, on a loopback socket: it lists the calls that nobody answered, takes one result for each, and
 * has the faults that it is told to have. Real sockets: a reset is a reset.
 */
final class RemoteSide implements AutoCloseable {

    /** What becomes of one post. */
    enum Fault {
        /** 503, nothing is taken. */
        UNAVAILABLE,
        /** 503 and a Retry-After of half an hour, nothing is taken. */
        COME_BACK_IN_HALF_AN_HOUR,
        /** The result is taken, and the connection is reset instead of an answer. */
        TAKES_AND_RESETS,
        /** Nothing is taken, and the connection is reset. */
        RESETS,
        /** The result is taken, and no answer comes as long as this side lives. */
        TAKES_AND_IS_SILENT,
        /** Nothing is taken, and no answer comes as long as this side lives. */
        IS_SILENT
    }

    /** A post as it came. */
    record Post(String callId, String key, String body) {}

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final Map<String, ObjectNode> calls = new LinkedHashMap<>();
    private final Map<String, String> results = new LinkedHashMap<>();
    private final List<Post> posts = new ArrayList<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final Semaphore silences = new Semaphore(0);
    private boolean interrupted;
    private int listings;

    RemoteSide() throws IOException {
        Thread acceptor = new Thread(this::accept, "remote-side");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    /** The agent calls a tool. */
    synchronized RemoteSide call(String id, String tool, String to) {
        ObjectNode call = JsonNodeFactory.instance.objectNode().put("id", id).put("tool", tool);
        call.putObject("input").put("to", to);
        calls.put(id, call);
        return this;
    }

    /** The next posts meet these, in turn; those that follow meet none. */
    synchronized RemoteSide next(Fault... next) {
        faults.addAll(List.of(next));
        return this;
    }

    /** Somebody else answered the call; who asks again is told it is unanswered all the same. */
    synchronized void answeredBySomebodyElse(String id) {
        results.put(id, "theirs");
    }

    /** The session is over for good: its calls stay unanswered, and every post gets 400. */
    synchronized void interrupt() {
        interrupted = true;
    }

    /** Waits until a post of this process is met with silence. */
    void awaitSilence(Process process) throws InterruptedException {
        while (!silences.tryAcquire(100, TimeUnit.MILLISECONDS)) {
            assertTrue(process.isAlive(), "The runner ended by itself.");
        }
    }

    synchronized List<Post> posts() {
        return List.copyOf(posts);
    }

    synchronized Map<String, String> results() {
        return Map.copyOf(results);
    }

    synchronized int listings() {
        return listings;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                Thread thread = new Thread(() -> serve(socket), "remote-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException over) {
            // Closed.
        }
    }

    /** One request a connection. */
    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            String[] request = line(in).split(" ");
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String header = line(in); !header.isEmpty(); header = line(in)) {
                headers.put(
                        header.substring(0, header.indexOf(':')),
                        header.substring(header.indexOf(':') + 1).strip());
            }
            byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
            if (request[0].equals("GET")) {
                answer(socket, 200, "", listing());
                return;
            }
            String callId = request[1].split("/")[4];
            String key = headers.getOrDefault("Idempotency-Key", "");
            post(socket, new Post(callId, key, new String(body, StandardCharsets.UTF_8)));
        } catch (IOException over) {
            // The runner went away, or this side was closed.
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    private synchronized String listing() {
        listings++;
        ArrayNode unanswered = JsonNodeFactory.instance.arrayNode();
        calls.forEach((id, call) -> {
            String result = results.get(id);
            if (result == null || result.equals("theirs")) {
                unanswered.add(call);
            }
        });
        return JsonNodeFactory.instance.objectNode().set("calls", unanswered).toString();
    }

    private void post(Socket socket, Post post) throws IOException, InterruptedException {
        Fault fault;
        synchronized (this) {
            posts.add(post);
            fault = faults.poll();
        }
        if (fault == null) {
            answer(socket, take(post), "", "");
            return;
        }
        switch (fault) {
            case UNAVAILABLE -> answer(socket, 503, "", "");
            case COME_BACK_IN_HALF_AN_HOUR -> answer(socket, 503, "Retry-After: 1800\r\n", "");
            case TAKES_AND_RESETS -> {
                take(post);
                reset(socket);
            }
            case RESETS -> reset(socket);
            case TAKES_AND_IS_SILENT -> {
                take(post);
                silence();
            }
            case IS_SILENT -> silence();
        }
    }

    /** The first result of a call is the one. */
    private synchronized int take(Post post) {
        if (interrupted) {
            return 400;
        }
        return results.putIfAbsent(post.callId(), post.body()) == null ? 200 : 409;
    }

    private void silence() throws InterruptedException {
        silences.release();
        closed.await();
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static void answer(Socket socket, int status, String headers, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + " X\r\nConnection: close\r\nContent-Length: " + bytes.length + "\r\n"
                + headers + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The connection ended within a line.");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
