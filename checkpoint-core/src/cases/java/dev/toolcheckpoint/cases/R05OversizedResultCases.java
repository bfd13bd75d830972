package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.outcome;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.Workers.KEY;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** R05: a result that is too large, found out after the effect: the call ends, and the tool is never run again. */
@SuppressWarnings("this-escape")
public abstract class R05OversizedResultCases extends WorkersCases {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);

    private final Workers world = workers();

    /** Cases over what this makes. */
    protected R05OversizedResultCases(Supplier<Workers> source) {
        super(source);
    }

    private ToolRunner small() {
        Journal journal = world.worker(builder -> builder.maxResult(1_024));
        return ToolRunner.over(journal);
    }

    @Test
    void r05_resultAtTheLimit_isStored() {
        String atTheLimit = "x".repeat(1_022);
        assertThat(text(small().run(manual((input, context) -> atTheLimit), call(), TIME)))
                .hasSize(1_024);
    }

    @Test
    void r05_resultOverTheLimit_endsWithAnErrorThatSaysTheEffectHappened() {
        String over = "x".repeat(1_023);
        ToolOutcome first = small().run(idempotent((input, context) -> over), call(), TIME);
        ToolOutcome second = small().run(
                        idempotent((input, context) -> {
                            throw new AssertionError("never run again");
                        }),
                        call(),
                        TIME);

        assertThat(first).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(first).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(outcome(first).retryableAsNewCall())
                .as("the effect happened")
                .isFalse();
        assertThat(text(first))
                .contains("RESULT_TOO_LARGE", "The effect happened", "1025 bytes", "limit of 1024 bytes")
                .contains(Digests.sha256(("\"" + over + "\"").getBytes(StandardCharsets.UTF_8)))
                .contains("Do not repeat the call");
        assertThat(second).isEqualTo(new ToolOutcome.Replayed(outcome(first), Status.COMPLETED, Deliverable.of(KEY)));
    }

    @Test
    void r05_sizeIsCountedInBytesNotInCharacters() {
        String multiByte = "ü".repeat(600);
        assertThat(text(small().run(manual((input, context) -> multiByte), call(), TIME)))
                .contains("RESULT_TOO_LARGE", "1202 bytes");
    }

    @Test
    void r05_rawResultOverTheLimit_endsTheSameWay() {
        ToolResult over = ToolResult.of("image/png", new byte[1_025]);
        assertThat(text(small().run(manual((input, context) -> over), call(), TIME)))
                .contains("RESULT_TOO_LARGE", "1025 bytes");
    }

    @Test
    void r05_businessErrorOverTheLimit_keepsItsCodeAndDoesNotSayThatTheEffectHappened() {
        ToolOutcome ended = small().run(
                        manual((input, context) -> {
                            throw new ToolException("NO_FUNDS", "x".repeat(2_000));
                        }),
                        call(),
                        TIME);

        assertThat(outcome(ended).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(text(ended))
                .contains("\"code\":\"NO_FUNDS\"", "over the limit")
                .doesNotContain("effect happened");
    }

    @Test
    void r05_businessErrorAtTheLimit_isStoredAsItIs() {
        int frame = "{\"code\":\"E\",\"message\":\"\"}".length();
        String message = "x".repeat(1_024 - frame);
        assertThat(text(small().run(
                                manual((input, context) -> {
                                    throw new ToolException("E", message);
                                }),
                                call(),
                                TIME)))
                .hasSize(1_024)
                .doesNotContain("over the limit");
    }

    @Test
    void r05_noEffectAtTheLimit_isStoredAsItIs() {
        int frame = "{\"code\":\"E\",\"message\":\"\"}".length();
        String message = "x".repeat(1_024 - frame);
        assertThat(text(small().run(
                                manual((input, context) -> {
                                    throw new NoEffectException("E", message);
                                }),
                                call(),
                                TIME)))
                .hasSize(1_024);
    }

    @Test
    void r05_noEffectOverTheLimit_isCutAndStaysRetryable() {
        ToolOutcome ended = small().run(
                        manual((input, context) -> {
                            throw new NoEffectException("C".repeat(5_000), "\0".repeat(5_000));
                        }),
                        call(),
                        TIME);

        assertThat(ended).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(ended).retryableAsNewCall()).isTrue();
        assertThat(outcome(ended).size()).isBetween(200L, 1_024L);
        assertThat(text(ended)).contains("C".repeat(100) + "\"");
    }
}
