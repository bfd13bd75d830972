package dev.toolcheckpoint.deliverers.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Fills a listener's queue of connections that nobody accepts, until a further one hangs. */
final class FullQueue implements AutoCloseable {

    private static final int MOST = 200;

    private final int port;
    private final List<Socket> waiting = new ArrayList<>();

    FullQueue(ServerSocket listening) throws IOException {
        port = listening.getLocalPort();
        for (int i = 0; i < MOST; i++) {
            Socket socket = new Socket();
            waiting.add(socket);
            try {
                socket.connect(new InetSocketAddress(listening.getInetAddress(), port), 300);
            } catch (SocketTimeoutException full) {
                return;
            }
        }
        throw new IOException("the queue never filled");
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : waiting) {
            socket.close();
        }
    }
}
