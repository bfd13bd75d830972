package dev.toolcheckpoint.langgraph4j.kills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.langgraph4j.EffectException;
import dev.toolcheckpoint.langgraph4j.Order;
import dev.toolcheckpoint.langgraph4j.RefundGraph;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of the process that runs the graph; this process resumes its graph thread from the same files. */
class GraphKillsTest {

    private static final int TIMES = 20;
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private VirtualClock clock;
    private CheckpointStore store;
    private Journal journal;
    private Ledger ledger;

    @BeforeEach
    void open() {
        clock = new VirtualClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
        store = CheckpointStores.open("sqlite:" + folder.resolve("journal.db"), Map.of());
        journal = Journal.builder(store).clock(clock).pause(clock::advance).build();
        ledger = new Ledger(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @RepeatedTest(TIMES)
    void killedAfterTheEffect_manual_isUncertainWithOneEffectUntilSettled() throws Exception {
        killedAt(Desk.AFTER_THE_EFFECT, Desk.Protection.MANUAL);
        RefundGraph graph = resumed(Desk.Protection.MANUAL);
        isInProgressAtFirst(graph);

        clock.advance(HOUR);
        Throwable thrown = catchThrowable(() -> graph.resume(Desk.THREAD));
        assertThat(EffectException.in(thrown))
                .get()
                .isInstanceOfSatisfying(
                        EffectException.Uncertain.class,
                        uncertain -> assertThat(uncertain.reason()).isEqualTo(Uncertainty.Code.LEASE_EXPIRED));
        assertThat(record().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(graph.next(Desk.THREAD)).isEqualTo("refund");
        assertThat(ledger.calls()).hasSize(1);
        assertThat(ledger.effects()).hasSize(1);

        journal.settle(
                record().key(),
                Evidence.happened("in the ledger", "operator"),
                Receipt.successJson("\"seen\""),
                Duration.ZERO);
        ended(graph.resume(Desk.THREAD), "seen");
        assertThat(ledger.calls()).hasSize(1);
    }

    @RepeatedTest(TIMES)
    void killedAfterTheEffect_idempotent_isCalledAgainUnderTheSameKeyWithOneEffect() throws Exception {
        killedAt(Desk.AFTER_THE_EFFECT, Desk.Protection.IDEMPOTENT);
        RefundGraph graph = resumed(Desk.Protection.IDEMPOTENT);
        isInProgressAtFirst(graph);

        clock.advance(HOUR);
        Order end = graph.resume(Desk.THREAD);
        String key = record().key().id();
        assertThat(ledger.calls()).containsExactly(key, key);
        ended(end, onlyReference(key));
    }

    @RepeatedTest(TIMES)
    void killedBetweenTheJournalAndTheGraphsCheckpoint_isReplayedWithoutASecondCall() throws Exception {
        killedAt(Desk.BEFORE_THE_CHECKPOINT, Desk.Protection.MANUAL);
        assertThat(record().status()).isEqualTo(Status.COMPLETED);
        RefundGraph graph = resumed(Desk.Protection.MANUAL);
        assertThat(graph.next(Desk.THREAD)).isEqualTo("refund");

        Order end = graph.resume(Desk.THREAD);
        String key = record().key().id();
        assertThat(ledger.calls()).containsExactly(key);
        ended(end, onlyReference(key));
    }

    /** What the tests above would see if the node weren't protected. */
    @Test
    void killedBeforeTheGraphsCheckpoint_unprotected_hasTwoEffects() throws Exception {
        killedAt(Desk.BEFORE_THE_CHECKPOINT, Desk.Protection.NONE);
        resumed(Desk.Protection.NONE).resume(Desk.THREAD);
        assertThat(ledger.effects()).hasSize(2);
    }

    private RefundGraph resumed(Desk.Protection protection) {
        return Desk.graph(folder, protection, journal, here -> {});
    }

    /** The clock stands where it stood before the attempt began, so its lease lives. */
    private void isInProgressAtFirst(RefundGraph graph) {
        Throwable thrown = catchThrowable(() -> graph.resume(Desk.THREAD));
        assertThat(EffectException.in(thrown)).get().isInstanceOf(EffectException.InProgress.class);
        assertThat(ledger.calls()).hasSize(1);
    }

    private void ended(Order end, String reference) {
        assertThat(end.receipt()).isEqualTo("\"" + reference + "\"");
        assertThat(end.thanked()).isTrue();
    }

    private String onlyReference(String key) {
        assertThat(ledger.effects())
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).startsWith(key + " "));
        return ledger.effects().get(0).substring(key.length() + 1);
    }

    private Checkpoint record() {
        return journal.list(ListQuery.all()).records().get(0);
    }

    private void killedAt(String point, Desk.Protection protection) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        // A killed process leaves the driver's unpacked library behind: here it goes with the folder.
                        "-Dorg.sqlite.tmpdir=" + folder,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DeskChild.class.getName(),
                        folder.toString(),
                        protection.name(),
                        point)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("at " + point);
        } finally {
            child.toHandle().destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
