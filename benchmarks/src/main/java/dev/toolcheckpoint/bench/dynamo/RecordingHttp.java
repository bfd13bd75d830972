package dev.toolcheckpoint.bench.dynamo;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * An HTTP client that sends and remembers the answers, and after {@link #replay} gives them again, one after the other and round
 * and round, without sending anything: what is left is the client's own work. For one thread.
 */
final class RecordingHttp implements SdkHttpClient {

    private final SdkHttpClient delegate;
    private final List<Answer> answers = new ArrayList<>();
    private boolean replaying;
    private int next;

    RecordingHttp(SdkHttpClient delegate) {
        this.delegate = delegate;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(SdkHttpResponse head, byte[] body) {
        HttpExecuteResponse response() {
            return HttpExecuteResponse.builder()
                    .response(head)
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                    .build();
        }
    }

    /** Forgets what was recorded. */
    void clear() {
        answers.clear();
    }

    /** From now on nothing is sent. */
    void replay() {
        if (answers.isEmpty()) {
            throw new IllegalStateException("Nothing was recorded.");
        }
        replaying = true;
        next = 0;
    }

    /** Whether a round of answers was used up, no more and no less. */
    boolean atStart() {
        return next == 0;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        if (replaying) {
            return new Prepared(this::nextAnswer, () -> {});
        }
        ExecutableHttpRequest prepared = delegate.prepareRequest(request);
        return new Prepared(() -> record(prepared.call()), prepared::abort);
    }

    private HttpExecuteResponse nextAnswer() {
        Answer answer = answers.get(next);
        next = (next + 1) % answers.size();
        return answer.response();
    }

    private HttpExecuteResponse record(HttpExecuteResponse response) throws IOException {
        byte[] body = new byte[0];
        if (response.responseBody().isPresent()) {
            try (AbortableInputStream content = response.responseBody().get()) {
                body = content.readAllBytes();
            }
        }
        Answer answer = new Answer(response.httpResponse(), body);
        answers.add(answer);
        return answer.response();
    }

    @Override
    public void close() {
        delegate.close();
    }

    @FunctionalInterface
    private interface Sending {
        HttpExecuteResponse send() throws IOException;
    }

    private record Prepared(Sending sending, Runnable aborting) implements ExecutableHttpRequest {
        @Override
        public HttpExecuteResponse call() throws IOException {
            return sending.send();
        }

        @Override
        public void abort() {
            aborting.run();
        }
    }
}
