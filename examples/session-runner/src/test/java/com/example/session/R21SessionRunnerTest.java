package com.example.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.session.RemoteSide.Fault;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R21: the note is sent once and the session gets one result, whatever becomes of the posts. */
class R21SessionRunnerTest {

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

    private void assertAnswered(Round last) throws IOException {
        assertEquals(List.of(), last.undeliverable());
        assertEquals(List.of(), last.waiting());
        assertTrue(last.nextAt().isEmpty());
        assertEquals(Status.DELIVERED, world.record(CALL).status());
        assertNull(world.record(CALL).requireDelivery().undeliverable());
        String result = world.remote.results().get(CALL);
        assertTrue(result.contains("\"json\":{\"sentTo\":\"ada\"}"), result);
        world.assertOneExecution(CALL);
    }

    @RepeatedTest(REPEATS)
    void r21a_resetAfterAccept_isPostedAgainWithTheSameBytes_andCountsAsDelivered() throws Exception {
        world.remote.next(Fault.TAKES_AND_RESETS);

        Round last = world.runner().untilAnswered();

        assertAnswered(last);
        assertEquals(2, world.remote.posts().size());
    }

    @RepeatedTest(REPEATS)
    void r21a_resetBeforeAccept_isPostedAgainWithTheSameBytes() throws Exception {
        world.remote.next(Fault.RESETS, Fault.RESETS);

        Round last = world.runner().untilAnswered();

        assertAnswered(last);
        assertEquals(3, world.remote.posts().size());
    }

    @RepeatedTest(REPEATS)
    void r21b_threeTimes503_endsTheRound_andTheNextDelivers() throws Exception {
        world.remote.next(Collections.nCopies(3, Fault.UNAVAILABLE).toArray(Fault[]::new));

        Round first = world.runner().round(SessionRunner.FIRST_PAUSE);

        assertEquals(3, world.remote.posts().size());
        assertEquals(Status.COMPLETED, world.record(CALL).status());
        assertFalse(first.nextAt().isEmpty());
        assertAnswered(world.runner().untilAnswered());
        assertEquals(4, world.remote.posts().size());
    }

    @RepeatedTest(REPEATS)
    void r21b_refusedForHours_isExecutedOnce() throws Exception {
        Instant start = world.clock.instant();
        world.remote.next(
                Collections.nCopies(12, Fault.COME_BACK_IN_HALF_AN_HOUR).toArray(Fault[]::new));
        world.remote.next(Collections.nCopies(60, Fault.UNAVAILABLE).toArray(Fault[]::new));

        Round last = world.runner().untilAnswered();

        assertAnswered(last);
        assertEquals(73, world.remote.posts().size());
        Duration took = Duration.between(start, world.clock.instant());
        assertTrue(took.compareTo(Duration.ofHours(8)) > 0, took.toString());
    }

    @RepeatedTest(REPEATS)
    void r21c_400ForEver_isUndeliverable_andIsNotPostedAgain_thoughItStaysListed() throws Exception {
        world.remote.interrupt();
        SessionRunner runner = world.runner();

        Round first = runner.untilAnswered();
        Round second = runner.untilAnswered();

        assertEquals(List.of(CALL), first.undeliverable());
        assertEquals(List.of(CALL), second.undeliverable());
        assertEquals(2, world.remote.listings());
        assertEquals(1, world.remote.posts().size());
        assertEquals(
                "The receiver answered 400.",
                world.record(CALL).requireDelivery().undeliverable());
        world.assertOneExecution(CALL);
    }

    @RepeatedTest(REPEATS)
    void r21d_409AlreadyAnswered_countsAsDelivered() throws Exception {
        world.remote.answeredBySomebodyElse(CALL);
        SessionRunner runner = world.runner();

        Round first = runner.untilAnswered();
        Round second = runner.untilAnswered();

        assertEquals(1, first.delivered());
        assertEquals(1, second.delivered());
        assertEquals(1, world.remote.posts().size());
        assertEquals(Status.DELIVERED, world.record(CALL).status());
        assertEquals("theirs", world.remote.results().get(CALL));
        world.assertOneExecution(CALL);
    }

    /** What a runner that died leaves; {@link KilledRunnerTest} kills real ones. */
    @RepeatedTest(REPEATS)
    void r21e_runnerThatDiedWhilePosting_isPostedByTheNext() throws Exception {
        world.remote.next(Fault.RESETS);
        world.runner().round(SessionRunner.FIRST_PAUSE);
        assertEquals(Status.DELIVERING, world.record(CALL).status());

        Round last = world.runner().untilAnswered();

        assertAnswered(last);
        assertEquals(2, world.remote.posts().size());
    }

    @RepeatedTest(REPEATS)
    void r21f_sessionInterruptedBetweenTwoPosts_endsIt() throws Exception {
        world.remote.next(Collections.nCopies(3, Fault.UNAVAILABLE).toArray(Fault[]::new));
        world.runner().round(SessionRunner.FIRST_PAUSE);
        world.remote.interrupt();

        Round last = world.runner().untilAnswered();

        assertEquals(List.of(CALL), last.undeliverable());
        assertTrue(last.nextAt().isEmpty());
        assertEquals(4, world.remote.posts().size());
        assertEquals(Map.of(), world.remote.results());
        world.assertOneExecution(CALL);
    }

    @Test
    void uncertainCall_isAnsweredOnlyAfterSomebodyLooked() throws Exception {
        Tool<?, ?> sendsAndLosesTheReceipt = Tool.named(Outbox.TOOL, JsonNode.class)
                .handler((input, context) -> {
                    Files.writeString(World.outboxFile(folder), "note to ada\n");
                    throw new IOException("no answer");
                });

        Round first = world.runner(sendsAndLosesTheReceipt).untilAnswered();
        Round second = world.runner().untilAnswered();

        assertEquals(List.of(CALL), first.waiting());
        assertEquals(List.of(CALL), second.waiting());
        assertEquals(List.of(), world.remote.posts());
        world.journal.settle(
                world.record(CALL).key(),
                Evidence.happened("the note is in the outbox", "ada"),
                Receipt.successJson("{\"sentTo\":\"ada\"}"),
                Duration.ZERO);
        assertAnswered(world.runner().untilAnswered());
    }

    @Test
    void manyCalls_oneOfThemUnknownAndOneWrong_areEachAnsweredOnce() throws Exception {
        world.remote
                .call("toolu/2 x", Outbox.TOOL, "grace")
                .call("toolu_3", Outbox.TOOL, " ")
                .call("toolu_4", "fly", "ada");

        Round round = world.runner().untilAnswered();

        assertEquals(3, round.delivered());
        assertEquals(List.of("toolu_4"), round.waiting());
        assertEquals(List.of("note to ada", "note to grace"), world.outbox.sent());
        assertTrue(world.remote.results().get("toolu_3").contains("NO_RECEIVER"));
        assertTrue(world.remote.results().containsKey("toolu%2F2%20x"));
    }

    @Test
    void sessionThatCanNotBeListed_isAskedLater() throws Exception {
        world.remote.close();

        Round round = world.runner().round(SessionRunner.FIRST_PAUSE);

        assertEquals(
                world.clock.instant().plus(SessionRunner.FIRST_PAUSE),
                round.nextAt().orElseThrow());
        assertEquals(List.of(), world.outbox.sent());
    }
}
