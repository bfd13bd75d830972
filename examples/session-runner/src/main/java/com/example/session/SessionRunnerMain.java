package com.example.session;

import dev.toolcheckpoint.deliverers.http.HttpSender;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Serves one session until it has its answers: {@code URL SESSION JOURNAL-FILE OUTBOX-FILE}. */
public final class SessionRunnerMain {

    private SessionRunnerMain() {}

    /** Serves it. */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 4) {
            System.err.println("Expected URL SESSION JOURNAL-FILE OUTBOX-FILE, found " + arguments.length + " words.");
            System.exit(2);
        }
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + arguments[2], Map.of())) {
            SessionRunner runner = new SessionRunner(
                    new RemoteSessions(URI.create(arguments[0])),
                    arguments[1],
                    Journal.over(store),
                    List.of(new Outbox(Path.of(arguments[3])).sendNote()),
                    HttpSender.builder().receiverDeduplicates().build(),
                    Pause.sleeping());
            System.out.println(runner.untilAnswered());
        }
    }
}
