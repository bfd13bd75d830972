package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a tool, a call, a budget and an answer are made, and what they say of themselves. */
class ToolDeclarationTest {

    private static Tool.Builder<JsonNode> named(String name) {
        return Tool.named(name, JsonNode.class);
    }

    @Test
    void tool_withDefaults_isManualAndNeedsATenthOfASecond() {
        Tool<JsonNode, String> tool = named("send-mail").handler((input, context) -> "sent");

        assertThat(tool.name()).isEqualTo("send-mail");
        assertThat(tool.revision()).isEqualTo("1");
        assertThat(tool.recovery()).isEqualTo(Recovery.manual());
        assertThat(tool.inputType()).isEqualTo(JsonNode.class);
        assertThat(tool.minimumTime()).isEqualTo(Duration.ofMillis(100));
        assertThat(tool.quiescence()).isZero();
        assertThat(tool.downstreamKeeps()).isEmpty();
        assertThat(tool.probe()).isEmpty();
        assertThat(tool).hasToString("Tool[send-mail, revision 1, Manual[]]");
    }

    @Test
    void tool_withSettings_keepsThem() {
        OutcomeProbe probe = record -> new OutcomeProbe.Answer.Unknown();
        Recovery recovery = Recovery.idempotent(Duration.ofHours(1));
        Tool<JsonNode, String> tool = named("send-mail")
                .revision("7")
                .recovery(recovery)
                .minimumTime(Duration.ofSeconds(2))
                .quiescence(Duration.ofSeconds(3))
                .downstreamKeeps(Duration.ofDays(1))
                .probe(probe)
                .handler((input, context) -> "sent");

        assertThat(tool.revision()).isEqualTo("7");
        assertThat(tool.recovery()).isEqualTo(recovery);
        assertThat(tool.minimumTime()).isEqualTo(Duration.ofSeconds(2));
        assertThat(tool.quiescence()).isEqualTo(Duration.ofSeconds(3));
        assertThat(tool.downstreamKeeps()).contains(Duration.ofDays(1));
        assertThat(tool.probe()).containsSame(probe);
    }

    @Test
    void tool_withSettingsOutOfRange_isRefusedAtOnce() {
        assertThat(named("n".repeat(512)).revision("r".repeat(512))).isNotNull();
        assertThatThrownBy(() -> named("")).hasMessageContaining("name must have 1 to 512");
        assertThatThrownBy(() -> named("n".repeat(513))).hasMessageContaining("found 513");
        assertThatThrownBy(() -> named("n").revision("")).hasMessageContaining("revision must have 1 to 512");
        assertThatThrownBy(() -> named("n").minimumTime(MILLI.negated())).hasMessageContaining("minimumTime");
        assertThatThrownBy(() -> named("n").quiescence(MILLI.negated())).hasMessageContaining("quiescence");
        assertThatThrownBy(() -> named("n").downstreamKeeps(MILLI.negated()))
                .hasMessageContaining("downstreamKeeps must be 0 ms or more, found -1 ms");
        assertThatThrownBy(() -> named("n").downstreamKeeps(MILLI).handler((input, context) -> "sent"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("belongs to idempotent recovery");
    }

    @Test
    void call_shownAsText_leavesItsInputOut() {
        assertThat(ToolCall.of("tenant", "call-1", TextNode.valueOf("hunter2")))
                .hasToString("ToolCall[tenant, call-1]");
    }

    @Test
    void budget_ofALease_isWorkAsLongAsTheLease() {
        assertThat(TimeBudget.ofLease(Duration.ofSeconds(5)))
                .isEqualTo(new TimeBudget(Duration.ofSeconds(5), Duration.ofSeconds(5)));
        assertThat(TimeBudget.DEFAULT.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThatThrownBy(() -> TimeBudget.ofLease(Duration.ZERO)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void budget_ofAProcessThatIsKilled_outlivesItByTheGrace() {
        Duration grace = Duration.ofSeconds(2);

        assertThat(TimeBudget.killedAfter(Duration.ofSeconds(5), grace))
                .isEqualTo(new TimeBudget(Duration.ofSeconds(5), Duration.ofSeconds(7)));
        assertThat(TimeBudget.killedAfter(Duration.ofSeconds(-5), grace))
                .isEqualTo(new TimeBudget(Duration.ZERO, grace));
        assertThat(TimeBudget.killedAfter(Duration.ofNanos(1_999_999), grace).work())
                .isEqualTo(MILLI);
        assertThat(TimeBudget.killedAfter(Duration.ofHours(24), grace).lease()).isEqualTo(Duration.ofHours(24));
        assertThat(TimeBudget.killedAfter(Duration.ofHours(24).minus(grace), grace)
                        .lease())
                .isEqualTo(Duration.ofHours(24));
        assertThatThrownBy(() -> TimeBudget.killedAfter(MILLI, Duration.ZERO)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void exceptions_keepCodeMessageAndCause() {
        IllegalStateException cause = new IllegalStateException("refused");
        NoEffectException noEffect = new NoEffectException("UNREACHABLE", "no", cause);
        ToolException error = new ToolException("NO_FUNDS", "no", TextNode.valueOf("3"));

        assertThat(noEffect).hasMessage("no").hasCause(cause);
        assertThat(noEffect.code()).isEqualTo("UNREACHABLE");
        assertThat(error.code()).isEqualTo("NO_FUNDS");
        assertThat(error.details()).isEqualTo(TextNode.valueOf("3"));
        assertThat(new ToolException("NO_FUNDS", "no").details()).isNull();
    }

    @Test
    void fold_callsTheFunctionOfItsCase() {
        Instant now = Instant.EPOCH;
        Outcome outcome = Outcome.of(Receipt.successVoid(), "sha256:1", new Payload.Forgotten(), now, null);
        List<ToolOutcome> answers = List.of(
                new ToolOutcome.Executed(outcome, Deliverable.of(KEY)),
                new ToolOutcome.Replayed(outcome, Status.COMPLETED, Deliverable.of(KEY)),
                new ToolOutcome.Retryable(now),
                new ToolOutcome.InProgress(now),
                new ToolOutcome.Conflict(List.of("toolName")),
                new ToolOutcome.Uncertain(new Uncertainty(Uncertainty.Code.ABANDONED, "gone", now, "ops"), now),
                new ToolOutcome.Rejected("no"));

        assertThat(answers)
                .extracting(answer -> answer.<String>fold(
                        executed -> "executed",
                        replayed -> "replayed",
                        retryable -> "retryable",
                        inProgress -> "in progress",
                        conflict -> "conflict",
                        uncertain -> "uncertain",
                        rejected -> "rejected"))
                .containsExactly(
                        "executed", "replayed", "retryable", "in progress", "conflict", "uncertain", "rejected");
        List<String> fields = new ArrayList<>(List.of("toolName"));
        ToolOutcome.Conflict conflict = new ToolOutcome.Conflict(fields);
        fields.clear();
        assertThat(conflict.differingFields()).containsExactly("toolName");
    }
}
