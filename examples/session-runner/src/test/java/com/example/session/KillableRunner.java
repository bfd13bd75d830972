package com.example.session;

import dev.toolcheckpoint.deliverers.http.HttpSender;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A runner in a process of its own, which may stop where it is to be killed: {@code URL SESSION JOURNAL OUTBOX STOPS}. */
public final class KillableRunner {

    /** Says that the result is stored and nothing was posted. */
    static final String STORED = "STORED";

    private KillableRunner() {}

    public static void main(String[] arguments) throws InterruptedException {
        boolean stops = Boolean.parseBoolean(arguments[4]);
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + arguments[2], Map.of())) {
            Journal journal = Journal.builder(store)
                    .listener(event -> {
                        if (stops && event instanceof CheckpointEvent.Completed) {
                            System.out.println(STORED);
                            stayHere();
                        }
                    })
                    .build();
            new SessionRunner(
                            new RemoteSessions(URI.create(arguments[0])),
                            arguments[1],
                            journal,
                            List.of(new Outbox(Path.of(arguments[3])).sendNote()),
                            HttpSender.builder().receiverDeduplicates().build(),
                            Pause.sleeping())
                    .untilAnswered();
        }
    }

    private static void stayHere() {
        while (true) {
            LockSupport.park();
        }
    }
}
