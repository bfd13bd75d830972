package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.lambda.LambdaConfiguration.Use;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LambdaConfigurationTest {

    @Test
    void from_storeAlone_hasTheDefaults() {
        LambdaConfiguration configuration = LambdaConfiguration.from(
                Map.of("TOOL_CHECKPOINT_STORE", "memory:", "PATH", "/bin", "REFUND_LEDGER", "x"), Use.TOOLS);

        assertThat(configuration.store()).isEqualTo("memory:");
        assertThat(configuration.namespace()).isEqualTo("default");
        assertThat(configuration.recovery()).isEqualTo(Recovery.manual());
        assertThat(configuration.retention()).isEqualTo(Retention.DEFAULT);
        assertThat(configuration.invocation()).isEqualTo(Invocation.SYNC);
        assertThat(configuration.maxResponse()).isEqualTo(6 * 1024 * 1024);
        assertThat(configuration.callId()).isEmpty();
        assertThat(configuration.input()).isEmpty();
        assertThat(configuration.skewMargin()).isEmpty();
        assertThat(configuration.requestIdAllowed()).isFalse();
        assertThat(configuration.failedAnswers()).isEmpty();
        assertThat(configuration.disabled()).isFalse();
    }

    @Test
    void from_everything_isRead() {
        LambdaConfiguration configuration = LambdaConfiguration.from(
                environment(
                        "STORE", "sqlite:/mnt/calls.db",
                        "HANDLER", "com.acme.Refund::handleRequest",
                        "NAMESPACE", "shop",
                        "TOOL_NAME", "refund-order",
                        "TOOL_REVISION", "2",
                        "RECOVERY", "idempotent",
                        "RETRY_FOR", "PT1H",
                        "CALL_ID", "detail.key",
                        "INPUT", "detail",
                        "SKEW_MARGIN", "PT0S",
                        "REPLAY_WINDOW", "P1D",
                        "RETENTION", "P2D",
                        "INVOCATION", "async",
                        "MAX_RESPONSE", "25000",
                        "REQUEST_ID_ALLOWED", "true",
                        "FAILED_ANSWERS", "no-effect",
                        "DISABLED", "true"),
                Use.NAMED_HANDLER);

        assertThat(configuration.handler()).contains("com.acme.Refund::handleRequest");
        assertThat(configuration.namespace()).isEqualTo("shop");
        assertThat(configuration.toolName()).contains("refund-order");
        assertThat(configuration.toolRevision()).contains("2");
        assertThat(configuration.recovery()).isEqualTo(Recovery.idempotent(Duration.ofHours(1)));
        assertThat(configuration.callId().orElseThrow().expression()).isEqualTo("detail.key");
        assertThat(configuration.input().orElseThrow().expression()).isEqualTo("detail");
        assertThat(configuration.skewMargin()).contains(Duration.ZERO);
        assertThat(configuration.retention()).isEqualTo(Retention.of(Duration.ofDays(1), Duration.ofDays(1)));
        assertThat(configuration.invocation()).isEqualTo(Invocation.ASYNC);
        assertThat(configuration.maxResponse()).isEqualTo(25_000);
        assertThat(configuration.requestIdAllowed()).isTrue();
        assertThat(configuration.failedAnswers()).contains(FailedAnswer.NO_EFFECT);
        assertThat(configuration.disabled()).isTrue();
    }

    @Test
    void from_settingsOfADynamoStore_areItsOptions() {
        Map<String, String> dynamo = environment(
                "STORE", "dynamo:calls",
                "KMS_KEY", "alias/calls",
                "BUCKET", "large-results",
                "TABLE_ID", "0f1e");

        assertThat(LambdaConfiguration.from(dynamo, Use.TOOLS).storeOptions())
                .isEqualTo(Map.of("kms", "alias/calls", "bucket", "large-results", "tableId", "0f1e"));
        assertThat(LambdaConfiguration.from(environment("STORE", "memory:"), Use.TOOLS)
                        .storeOptions())
                .isEmpty();
    }

    @Test
    void from_requestIdOfASynchronousFunction_isAContradiction() {
        Map<String, String> environment = environment("STORE", "memory:", "REQUEST_ID_ALLOWED", "true");

        assertThatThrownBy(() -> LambdaConfiguration.from(environment, Use.TOOLS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TOOL_CHECKPOINT_REQUEST_ID_ALLOWED belongs to TOOL_CHECKPOINT_INVOCATION=async");
    }

    @Test
    void from_failedAnswers_areOfWrappedHandlersOnly_andOneOfThree() {
        Map<String, String> stored = environment("STORE", "memory:", "FAILED_ANSWERS", "STORED");
        Map<String, String> wrong = environment("STORE", "memory:", "FAILED_ANSWERS", "retry");

        assertThat(LambdaConfiguration.from(stored, Use.WRAPPED_HANDLER).failedAnswers())
                .contains(FailedAnswer.STORED);
        assertThatThrownBy(() -> LambdaConfiguration.from(stored, Use.TOOLS))
                .hasMessageContaining("TOOL_CHECKPOINT_FAILED_ANSWERS is not a setting here");
        assertThatThrownBy(() -> LambdaConfiguration.from(wrong, Use.WRAPPED_HANDLER))
                .hasMessageContaining("must be one of [ambiguous, no-effect, stored], found \"retry\"");
    }

    @Test
    void from_manyProblems_areListedInOneMessage() {
        Map<String, String> wrong = environment(
                "RETRY_FOR", "one hour",
                "NAMESPACE", "a#b",
                "CALL_ID", "][",
                "RETENTION", "P1D",
                "RETENSION", "P30D",
                "MAX_RESPONSE", "1",
                "DISABLED", "yes",
                "INVOCATION", "later",
                "SKEW_MARGIN", "PT2H");

        assertThatThrownBy(() -> LambdaConfiguration.from(wrong, Use.TOOLS))
                .isInstanceOf(ConfigurationException.class)
                .message()
                .satisfies(message -> assertThat(message.lines().toList())
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_STORE is missing"))
                        .anySatisfy(
                                line -> assertThat(line).startsWith("TOOL_CHECKPOINT_RETRY_FOR must be an ISO-8601"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_RETRY_FOR belongs to"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_NAMESPACE must not contain"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_CALL_ID is refused"))
                        .anySatisfy(
                                line -> assertThat(line).startsWith("TOOL_CHECKPOINT_RETENTION (PT24H) must be longer"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_RETENSION is not a setting"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_MAX_RESPONSE must be"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_DISABLED must be one of"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_INVOCATION must be one of"))
                        .anySatisfy(line -> assertThat(line).startsWith("TOOL_CHECKPOINT_SKEW_MARGIN must be"))
                        .hasSize(11));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RECOVERY=idempotent | RETRY_FOR is missing",
                "RECOVERY=manual,RETRY_FOR=PT1H | RETRY_FOR belongs to",
                "RETRY_FOR=PT1H | RETRY_FOR belongs to",
                "RECOVERY=idempotent,RETRY_FOR=PT0S | RETRY_FOR must be more than 0",
                "RECOVERY=idempotent,RETRY_FOR=P366D | RETRY_FOR is refused",
                "RECOVERY=idempotent,RETRY_FOR=-PT1S | RETRY_FOR must be more than 0",
                "RECOVERY=automatic | RECOVERY must be one of",
                "REPLAY_WINDOW=P30D | RETENTION (PT720H) must be longer",
                "REPLAY_WINDOW=P14D,RETENTION=P14D | must be longer",
                "INVOCATION=async,REPLAY_WINDOW=PT5H | must be PT6H or more",
                "STORE=calls.db | STORE must be SCHEME:LOCATION",
                "STORE= | STORE is blank",
                "TOOL_NAME=refund | TOOL_NAME is not a setting here",
                "HANDLER=com.acme.Refund | HANDLER is not a setting here"
            })
    void from_oneProblem_isNamed(String settings, String problem) {
        Map<String, String> environment = new HashMap<>(environment("STORE", "memory:"));
        for (String setting : settings.split(",", -1)) {
            String[] pair = setting.split("=", 2);
            environment.put("TOOL_CHECKPOINT_" + pair[0], pair[1]);
        }
        assertThatThrownBy(() -> LambdaConfiguration.from(environment, Use.TOOLS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TOOL_CHECKPOINT_")
                .hasMessageContaining(problem)
                .satisfies(thrown ->
                        assertThat(String.valueOf(thrown.getMessage()).lines()).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sqs P4D P10D 1 | P20D | P19D",
                "sqs P14D P4D 0 | P14D | P13D",
                "sqs-fifo P4D P10D 0 | P14D | P13D",
                "sqs-fifo P4D P3D 2 | P21D | P20D",
                "async | PT6H | PT5H59M",
                "eventbridge | PT30H | PT29H",
                "step-functions-redrive | P14D | P13D",
                "archive P20D | P20D | P19D",
                "async, sqs P4D P10D 0 | P10D | P9D"
            })
    void from_replayWindowShorterThanASource_isRefused(String sources, String enough, String tooShort) {
        Map<String, String> environment =
                environment("STORE", "memory:", "SOURCES", sources, "REPLAY_WINDOW", enough, "RETENTION", "P60D");
        assertThat(LambdaConfiguration.from(environment, Use.TOOLS).retention().replayWindow())
                .isEqualTo(Duration.parse(enough));
        environment.put("TOOL_CHECKPOINT_REPLAY_WINDOW", tooShort);

        assertThatThrownBy(() -> LambdaConfiguration.from(environment, Use.TOOLS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TOOL_CHECKPOINT_REPLAY_WINDOW");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SOURCES=sqs P4D | A source is one of",
                "SOURCES=kafka | A source is one of",
                "SOURCES=archive | A source is one of",
                "SOURCES=sqs P4D P4D -1 | Redrives must be",
                "SOURCES=sqs P4D -P4D 1 | A source is one of",
                "KMS_KEY=alias/x | KMS_KEY belongs to a store of DynamoDB",
                "ATTENTION_INDEX=lean | ATTENTION_INDEX belongs to a store of DynamoDB",
                "TABLE_ID=t | TABLE_ID belongs to a store of DynamoDB",
                "BUCKET=b | BUCKET belongs to a store of DynamoDB"
            })
    void from_oneProblemOfSourcesOrStore_isNamed(String setting, String problem) {
        Map<String, String> environment = environment("STORE", "memory:");
        String[] pair = setting.split("=", 2);
        environment.put("TOOL_CHECKPOINT_" + pair[0], pair[1]);

        assertThatThrownBy(() -> LambdaConfiguration.from(environment, Use.TOOLS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(problem)
                .satisfies(thrown ->
                        assertThat(String.valueOf(thrown.getMessage()).lines()).hasSize(1));
    }

    @Test
    void from_attentionIndex_isAnOptionOfTheTable() {
        LambdaConfiguration full = LambdaConfiguration.from(
                environment("TABLE", "calls", "KMS_KEY", "none", "ATTENTION_INDEX", "full"), Use.TOOLS);
        assertThat(full.storeOptions()).containsEntry("attentionIndex", "full");
        assertThat(full.leanAttention()).isFalse();
        LambdaConfiguration lean = LambdaConfiguration.from(
                environment("TABLE", "calls", "KMS_KEY", "none", "ATTENTION_INDEX", "lean"), Use.TOOLS);
        assertThat(lean.storeOptions()).containsEntry("attentionIndex", "lean");
        assertThat(lean.leanAttention()).isTrue();
        assertThat(LambdaConfiguration.from(environment("TABLE", "calls", "KMS_KEY", "none"), Use.TOOLS)
                        .leanAttention())
                .isFalse();
        assertThatThrownBy(() -> LambdaConfiguration.from(
                        environment("TABLE", "calls", "KMS_KEY", "none", "ATTENTION_INDEX", "sparse"), Use.TOOLS))
                .hasMessageContaining("ATTENTION_INDEX must be one of [full, lean], found \"sparse\"");
    }

    @Test
    void from_table_isAStoreOfDynamoDb_thatNeedsAKey() {
        LambdaConfiguration configuration = LambdaConfiguration.from(
                environment("TABLE", "calls", "KMS_KEY", "alias/calls", "BUCKET", "large", "TABLE_ID", "t-1"),
                Use.TOOLS);

        assertThat(configuration.store()).isEqualTo("dynamo:calls");
        assertThat(configuration.storeOptions())
                .isEqualTo(Map.of("kms", "alias/calls", "bucket", "large", "tableId", "t-1"));
        assertThatThrownBy(() -> LambdaConfiguration.from(environment("TABLE", "calls"), Use.TOOLS))
                .hasMessageContaining("KMS_KEY is missing");
        assertThatThrownBy(() -> LambdaConfiguration.from(
                        environment("TABLE", "calls", "STORE", "memory:", "KMS_KEY", "none"), Use.TOOLS))
                .hasMessageContaining("not both");
    }

    @Test
    void from_namedHandlerWithoutNames_listsThem() {
        assertThatThrownBy(() -> LambdaConfiguration.from(Map.of(), Use.NAMED_HANDLER))
                .hasMessageContaining("STORE is missing")
                .hasMessageContaining("HANDLER is missing")
                .hasMessageContaining("TOOL_NAME is missing");
    }

    private static Map<String, String> environment(String... pairs) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            environment.put("TOOL_CHECKPOINT_" + pairs[i], pairs[i + 1]);
        }
        return environment;
    }
}
