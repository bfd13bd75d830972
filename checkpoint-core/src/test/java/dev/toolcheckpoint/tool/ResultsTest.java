package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.input;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.outcome;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.fixture.Tools;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * R05, R07, R09, R10 and R43 at this level: a result is serialised once, and what is stored is what every caller gets; what can't
 * be stored ends the call all the same.
 */
class ResultsTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);

    private ToolOutcome run(Tool<JsonNode, ?> tool) {
        return runner.run(tool, call(), TIME);
    }

    // R09, R10: kinds of results

    static Stream<Arguments> results() {
        return Stream.of(
                arguments(ToolResult.none(), "", Receipt.VOID),
                arguments(null, "null", Receipt.JSON),
                arguments("", "\"\"", Receipt.JSON),
                arguments(Map.of(), "{}", Receipt.JSON),
                arguments(List.of(), "[]", Receipt.JSON),
                arguments(new BigDecimal("10.00"), "10.00", Receipt.JSON),
                arguments(Double.NaN, "\"NaN\"", Receipt.JSON),
                arguments(new byte[] {1, 2}, "\"AQI=\"", Receipt.JSON),
                arguments(List.of(Status.READY, "ü😀"), "[\"READY\",\"ü😀\"]", Receipt.JSON),
                arguments(ToolResult.json("{ \"kept\" : 1.0 }"), "{ \"kept\" : 1.0 }", Receipt.JSON),
                arguments(ToolResult.of("text/plain", new byte[] {'h', 'i'}), "hi", "text/plain"));
    }

    @ParameterizedTest
    @MethodSource("results")
    void r09_result_isByteIdenticalOnReplay(@Nullable Object result, String bytes, String mediaType) {
        ToolOutcome first = run(manual((input, context) -> result));
        ToolOutcome second = run(manual((input, context) -> "another"));

        assertThat(first).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(second).isEqualTo(new ToolOutcome.Replayed(outcome(first), Status.COMPLETED));
        assertThat(text(first)).isEqualTo(bytes).isEqualTo(text(second));
        assertThat(outcome(first).mediaType()).isEqualTo(mediaType);
        assertThat(outcome(first).kind()).isEqualTo(Outcome.Kind.SUCCESS);
        assertThat(outcome(first).digest()).isEqualTo(Digests.sha256(bytes.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void r10_kindsOfNothing_areAllCompletionsAndDistinguishable() {
        Set<String> stored = new HashSet<>();
        List<@Nullable Object> nothings = new ArrayList<>();
        nothings.add(ToolResult.none());
        nothings.add(null);
        nothings.addAll(List.of("", Map.of(), List.of()));
        for (Object nothing : nothings) {
            World own = new World();
            Outcome outcome =
                    outcome(ToolRunner.over(own.journal).run(manual((input, context) -> nothing), call(), TIME));
            stored.add(outcome.mediaType() + " " + text(outcome));
        }
        Outcome error = outcome(run(manual((input, context) -> {
            throw new ToolException("NOTHING", "nothing");
        })));
        stored.add(error.kind() + text(error));

        assertThat(stored).hasSize(6);
    }

    @Test
    void result_thatTheToolChangesLater_isNotChanged() {
        byte[] bytes = {'h', 'i'};
        List<String> list = new ArrayList<>(List.of("one"));
        ToolOutcome first = run(manual((input, context) -> ToolResult.of("text/plain", bytes)));
        bytes[0] = 'X';
        list.clear();

        assertThat(text(first)).isEqualTo("hi");
        assertThat(text(run(manual((input, context) -> list)))).isEqualTo("hi");
    }

    // R05: too large

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
        assertThat(second).isEqualTo(new ToolOutcome.Replayed(outcome(first), Status.COMPLETED));
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

    // R09: can't be written

    @Test
    void r09_unserialisableResult_endsWithAStoredError() {
        Object endless = Tools.unserialisable();
        ToolOutcome ended = run(idempotent((input, context) -> endless));

        assertThat(ended).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(ended).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(outcome(ended).retryableAsNewCall()).isFalse();
        assertThat(text(ended))
                .contains("RESULT_NOT_SERIALISABLE", "The effect happened")
                .doesNotContain("hunter2");
        assertThat(run(idempotent((input, context) -> "again"))).isInstanceOf(ToolOutcome.Replayed.class);
    }

    /** A result whose getter fails as it likes. */
    record Failing(Throwable failure) {
        @JsonValue
        String value() {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    static Stream<Throwable> failuresWhileWriting() {
        return Stream.of(
                new IllegalStateException("x"),
                new AssertionError("x"),
                new NoClassDefFoundError("x"),
                new OutOfMemoryError());
    }

    @ParameterizedTest
    @MethodSource("failuresWhileWriting")
    void r09_resultThatThrowsWhileItIsWritten_endsWithAStoredError(Throwable failure) {
        Failing failing = new Failing(failure);
        assertThat(text(run(manual((input, context) -> failing)))).contains("RESULT_NOT_SERIALISABLE");
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void r09_businessErrorWhoseDetailsCannotBeWritten_keepsItsCode() {
        JsonNode endless = JsonNodeFactory.instance.pojoNode(Tools.unserialisable());
        ToolOutcome ended = run(manual((input, context) -> {
            throw new ToolException("NO_FUNDS", "no", endless);
        }));

        assertThat(outcome(ended).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(text(ended))
                .contains("\"code\":\"NO_FUNDS\"", "could not be written")
                .doesNotContain("hunter2");
    }

    // R07: the input is changed by the tool

    @Test
    void r07_inputChangedByTheTool_changesNeitherFingerprintNorCall() {
        ObjectNode original = input();
        ToolCall event = ToolCall.of("tenant", "call-1", original);
        Tool<JsonNode, String> changing = manual((input, context) -> {
            ((ObjectNode) input).put("traceId", "17").remove("amount");
            return "sent";
        });

        assertThat(runner.run(changing, event, TIME)).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(original).isEqualTo(input());
        assertThat(runner.run(changing, event, TIME)).isInstanceOf(ToolOutcome.Replayed.class);
    }

    @Test
    void r07_inputChangedByAToolThatFails_isUncertainUnderTheSameCall() {
        Tool<JsonNode, String> changing = manual((input, context) -> {
            ((ObjectNode) input).put("traceId", "17");
            throw new IllegalStateException("reset");
        });

        assertThat(run(changing)).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(run(changing)).isInstanceOf(ToolOutcome.Uncertain.class);
    }

    // R43: failures remembered, and not for ever

    @Test
    void r43_failureClasses_endAsTheyShould() {
        List<ToolOutcome> ends = new ArrayList<>();
        for (Throwable failure : List.of(
                new ToolException("INVALID", "validation"),
                new NoEffectException("UNREACHABLE", "503 before anything was sent"),
                new IllegalStateException("timeout after send"),
                new OutOfMemoryError())) {
            World own = new World();
            ToolRunner ownRunner = ToolRunner.over(own.journal);
            Tool<JsonNode, String> tool = idempotent((input, context) -> {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (Exception) failure;
            });
            ownRunner.run(tool, call(), TIME);
            ends.add(ownRunner.run(idempotent((input, context) -> "attempt " + context.attempt()), call(), TIME));
        }

        assertThat(text(ends.get(0))).as("stored and replayed").contains("INVALID");
        assertThat(text(ends.get(1))).isEqualTo("\"attempt 2\"");
        assertThat(text(ends.get(2))).isEqualTo("\"attempt 2\"");
        assertThat(text(ends.get(3))).isEqualTo("\"attempt 2\"");
    }
}
