package dev.toolcheckpoint.deliverers.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on a loopback socket that does with each request what its script says, down to the bytes. Real sockets: half
 * answers, resets and silence are what they are on a network.
 */
final class ScriptedServer implements AutoCloseable {

    /** What it does with one request that it read. */
    @FunctionalInterface
    interface Act {
        void answer(Socket socket, OutputStream out) throws IOException, InterruptedException;
    }

    /** A request that it read to its end. */
    record Received(String line, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "(none)");
        }
    }

    private final ServerSocket listening;
    private final Queue<Act> script = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread acceptor;

    ScriptedServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        acceptor = new Thread(this::accept, "scripted-server");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** The next requests are answered so, in turn. */
    ScriptedServer then(Act... acts) {
        script.addAll(List.of(acts));
        return this;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/hook");
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    static Act status(int status, String... headers) {
        return raw("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n" + lines(headers) + "\r\n");
    }

    static Act raw(String bytes) {
        return (socket, out) -> {
            out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        };
    }

    /** Bytes, and then the connection is closed. */
    static Act rawThenClose(String bytes) {
        return (socket, out) -> {
            raw(bytes).answer(socket, out);
            socket.close();
        };
    }

    /** A TCP reset instead of an answer. */
    static Act reset() {
        return (socket, out) -> {
            socket.setSoLinger(true, 0);
            socket.close();
        };
    }

    /** No answer until the server is closed. */
    Act silence() {
        return (socket, out) -> closed.await();
    }

    private static String lines(String... headers) {
        StringBuilder lines = new StringBuilder();
        for (String header : headers) {
            lines.append(header).append("\r\n");
        }
        return lines.toString();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                Thread thread = new Thread(() -> serve(socket), "scripted-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException over) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try {
            for (Received request = read(socket.getInputStream());
                    request != null;
                    request = read(socket.getInputStream())) {
                received.add(request);
                Act act = script.poll();
                (act == null ? status(500) : act).answer(socket, socket.getOutputStream());
            }
        } catch (IOException over) {
            // The client went away, or the script closed the connection.
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable Received read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        return new Received(line, headers, new String(body, StandardCharsets.UTF_8));
    }

    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
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
