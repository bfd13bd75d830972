package com.example.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolcheckpoint.deliverers.http.HttpSender;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** One session on its own remote side, a journal in a file, an outbox, and a clock that only moves when somebody waits. */
final class World implements AutoCloseable {

    static final String SESSION = "session 1";

    /** Far more than any history needs: a runner that never ends fails. */
    private static final int MOST_PAUSES = 1_000;

    final RemoteSide remote = new RemoteSide();
    final VirtualClock clock = new VirtualClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
    final Outbox outbox;
    final Path journalFile;
    private final AtomicInteger pauses = new AtomicInteger();
    private final CheckpointStore store;
    final Journal journal;

    World(Path folder) throws IOException {
        this.outbox = new Outbox(outboxFile(folder));
        this.journalFile = folder.resolve("journal.db");
        this.store = CheckpointStores.open("sqlite:" + journalFile, Map.of());
        this.journal = Journal.builder(store).clock(clock).pause(this::pause).build();
    }

    private void pause(Duration time) {
        clock.advance(time);
        assertTrue(pauses.incrementAndGet() < MOST_PAUSES, "It goes on and on.");
    }

    static Path outboxFile(Path folder) {
        return folder.resolve("outbox.txt");
    }

    /** A runner that has just been started. */
    SessionRunner runner() {
        return runner(outbox.sendNote());
    }

    SessionRunner runner(Tool<?, ?> tool) {
        return new SessionRunner(
                new RemoteSessions(remote.uri()),
                SESSION,
                journal,
                List.of(tool),
                HttpSender.builder().clock(clock).receiverDeduplicates().build(),
                this::pause);
    }

    Checkpoint record(String callId) {
        return journal.inspect(CheckpointKey.of(SESSION, callId)).orElseThrow();
    }

    /** The note was sent once, and every post of its result had the same key and bytes. */
    void assertOneExecution(String callId) throws IOException {
        assertEquals(List.of("note to ada"), outbox.sent());
        Set<String> bodies = new HashSet<>();
        for (RemoteSide.Post post : remote.posts()) {
            assertEquals(callId, post.callId());
            assertEquals(CheckpointKey.of(SESSION, callId).id(), post.key());
            assertFalse(post.body().isEmpty());
            bodies.add(post.body());
        }
        assertEquals(1, bodies.size(), "different bodies");
    }

    @Override
    public void close() throws IOException {
        store.close();
        remote.close();
    }
}
