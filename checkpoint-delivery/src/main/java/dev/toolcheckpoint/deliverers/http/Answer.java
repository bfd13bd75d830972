package dev.toolcheckpoint.deliverers.http;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Takes one answer: the status counts, the body is read so that the connection can be used again, and dropped; beyond the limit the
 * connection is closed instead. Thread-safe.
 */
final class Answer implements HttpResponse.BodyHandler<Void> {

    private final long most;
    private final AtomicReference<HttpResponse.@Nullable ResponseInfo> info = new AtomicReference<>();

    Answer(long most) {
        this.most = most;
    }

    /** What came, as soon as it did: also when the body broke off or never ends. */
    HttpResponse.@Nullable ResponseInfo info() {
        return info.get();
    }

    @Override
    public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo response) {
        info.set(response);
        return new Drain();
    }

    private final class Drain implements HttpResponse.BodySubscriber<Void> {
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;
        private long read;

        @Override
        public CompletionStage<Void> getBody() {
            return end;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            buffers.forEach(buffer -> read += buffer.remaining());
            Flow.Subscription from = subscription;
            if (from == null) {
                return;
            }
            if (read > most) {
                from.cancel();
                onComplete();
            } else {
                from.request(1);
            }
        }

        @Override
        public void onError(Throwable failure) {
            onComplete();
        }

        @Override
        public void onComplete() {
            // Completing with null says nothing of a value: there is none.
            end.complete(null);
        }
    }
}
