package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.outcome;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.fixture.Tools;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.Deliverable;
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
import org.junit.jupiter.params.provider.ValueSource;

/** R09, R10: the first answer and the replayed one are the same, byte by byte; what can't be written ends the call all the same. */
class R09SameBytesTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);

    private ToolOutcome run(Tool<JsonNode, ?> tool) {
        return runner.run(tool, call(), TIME);
    }

    static Stream<Arguments> results() {
        return Stream.of(
                arguments(ToolResult.none(), "", Receipt.VOID),
                arguments(null, "null", Receipt.JSON),
                arguments("", "\"\"", Receipt.JSON),
                arguments(Map.of(), "{}", Receipt.JSON),
                arguments(List.of(), "[]", Receipt.JSON),
                arguments(new BigDecimal("10.00"), "10.00", Receipt.JSON),
                arguments(0.1f, "0.1", Receipt.JSON),
                arguments(1.5, "1.5", Receipt.JSON),
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
        assertThat(second).isEqualTo(new ToolOutcome.Replayed(outcome(first), Status.COMPLETED, Deliverable.of(KEY)));
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

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void r09_numberThatJsonDoesNotHave_endsWithAStoredError(double number) {
        assertThat(text(run(manual((input, context) -> number)))).contains("RESULT_NOT_SERIALISABLE");
        assertThat(text(run(manual((input, context) -> 1.5)))).as("replayed").contains("RESULT_NOT_SERIALISABLE");
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
}
