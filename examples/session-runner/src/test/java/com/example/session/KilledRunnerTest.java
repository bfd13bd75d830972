package com.example.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.session.RemoteSide.Fault;
import dev.toolcheckpoint.protocol.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Runners in processes of their own that are really killed. The next one answers, and the note was sent once. */
class KilledRunnerTest {

    private static final int REPEATS = 20;
    private static final String CALL = "toolu_1";

    @TempDir
    Path folder;

    private World world;

    @BeforeEach
    void open() throws IOException {
        world = new World(folder);
        world.remote.call(CALL, Outbox.TOOL, "ada");
    }

    @AfterEach
    void close() throws IOException {
        world.close();
    }

    @RepeatedTest(REPEATS)
    void killedBetweenExecutingAndPosting_isReplayed() throws Exception {
        Process process = start(true);
        try (BufferedReader out = process.inputReader()) {
            assertEquals(KillableRunner.STORED, out.readLine());
        } finally {
            kill(process);
        }
        assertEquals(Status.COMPLETED, world.record(CALL).status());
        assertEquals(List.of(), world.remote.posts());

        assertAnsweredByTheNext(1);
    }

    @RepeatedTest(REPEATS)
    void r21e_killedWhilePosting_afterTheSessionTookIt_isDelivered() throws Exception {
        killedInSilence(Fault.TAKES_AND_IS_SILENT);

        assertAnsweredByTheNext(2);
    }

    @RepeatedTest(REPEATS)
    void r21e_killedWhilePosting_beforeTheSessionTookIt_isDelivered() throws Exception {
        killedInSilence(Fault.IS_SILENT);

        assertAnsweredByTheNext(2);
    }

    private void killedInSilence(Fault fault) throws Exception {
        world.remote.next(fault);
        Process process = start(false);
        try {
            world.remote.awaitSilence(process);
        } finally {
            kill(process);
        }
        assertEquals(Status.DELIVERING, world.record(CALL).status());
    }

    private void assertAnsweredByTheNext(int posts) throws Exception {
        Round last = world.runner().untilAnswered();

        assertTrue(last.nextAt().isEmpty());
        assertEquals(List.of(), last.waiting());
        assertEquals(Status.DELIVERED, world.record(CALL).status());
        assertTrue(world.remote.results().get(CALL).contains("\"json\":{\"sentTo\":\"ada\"}"));
        assertEquals(posts, world.remote.posts().size());
        world.assertOneExecution(CALL);
    }

    private Process start(boolean stops) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KillableRunner.class.getName(),
                        world.remote.uri().toString(),
                        World.SESSION,
                        world.journalFile.toString(),
                        World.outboxFile(folder).toString(),
                        Boolean.toString(stops))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
