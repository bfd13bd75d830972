package dev.toolcheckpoint.deliverers.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * The body of one request, which knows whether the client ever asked for it. The client asks once it has a connection, so as long as
 * it didn't, the receiver has nothing. Thread-safe.
 */
final class Body implements BodyPublisher {

    private enum State {
        WAITING,
        ASKED_FOR,
        GIVEN_UP
    }

    private final BodyPublisher bytes;
    private State state = State.WAITING;

    Body(byte[] bytes) {
        this.bytes = HttpRequest.BodyPublishers.ofByteArray(bytes);
    }

    @Override
    public long contentLength() {
        return bytes.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        if (askedFor()) {
            bytes.subscribe(subscriber);
        } else {
            refuse(subscriber);
        }
    }

    private synchronized boolean askedFor() {
        if (state == State.WAITING) {
            state = State.ASKED_FOR;
        }
        return state == State.ASKED_FOR;
    }

    /** Keeps the body from being sent, if it wasn't begun; returns whether the receiver surely has nothing of it. */
    synchronized boolean giveUp() {
        if (state == State.WAITING) {
            state = State.GIVEN_UP;
        }
        // An empty body is sent without being asked for.
        return state == State.GIVEN_UP && contentLength() > 0;
    }

    private static void refuse(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                // Nothing comes.
            }

            @Override
            public void cancel() {
                // Nothing to stop.
            }
        });
        subscriber.onError(new IOException("given up before it was sent"));
    }
}
