package dev.toolcheckpoint.runs;

import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a model, and stops waiting when its answer is no longer wanted. */
final class ModelCalls {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    /** How one call ended. */
    sealed interface Answer {
        /** With an answer. */
        record Answered(ChatResponse response) implements Answer {}

        /** With a failure; {@code lasting} when the same call would fail again. */
        record Failed(boolean lasting) implements Answer {}

        /** Nobody wants the answer any more. */
        record Unwanted() implements Answer {}
    }

    private final RunSettings settings;

    ModelCalls(RunSettings settings) {
        this.settings = settings;
    }

    /** A call that is given up may still be running when this comes back: it can write nothing, for all writes are on the caller's thread. */
    Answer ask(ChatModel model, ChatRequest request, Watch watch, Instant until) {
        ExecutorService thread = Executors.newSingleThreadExecutor(ModelCalls::daemon);
        try {
            Future<ChatResponse> answer = thread.submit(() -> model.chat(request));
            return await(answer, watch, until);
        } finally {
            thread.shutdownNow();
        }
    }

    private Answer await(Future<ChatResponse> answer, Watch watch, Instant until) {
        while (true) {
            try {
                return new Answer.Answered(answer.get(watch.patience().toMillis(), TimeUnit.MILLISECONDS));
            } catch (TimeoutException notYet) {
                watch.glance();
                if (watch.cancelled()
                        || watch.lost()
                        || watch.drained()
                        || !settings.now().isBefore(until)) {
                    return new Answer.Unwanted();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return new Answer.Unwanted();
            } catch (ExecutionException failed) {
                return failure(failed.getCause() == null ? failed : failed.getCause());
            }
        }
    }

    private static Answer failure(Throwable cause) {
        if (cause instanceof Error error && !(error instanceof StackOverflowError)) {
            throw error;
        }
        // Its message may quote the conversation, so only its type is logged.
        LOG.warn("The model failed with {}", cause.getClass().getName());
        return new Answer.Failed(cause instanceof NonRetriableException);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "tool-checkpoint-model");
        thread.setDaemon(true);
        return thread;
    }
}
