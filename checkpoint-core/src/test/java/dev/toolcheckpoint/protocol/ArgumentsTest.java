package dev.toolcheckpoint.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of every argument, at and over the bound. */
class ArgumentsTest {

    private static final String FINGERPRINT = "sha256:" + "0".repeat(64);

    private static void invalid(Runnable call, String... parts) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(ProtocolException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
                    assertThat(refused.effectMayHaveHappened()).isFalse();
                })
                .hasMessageContainingAll(parts);
    }

    @Test
    void binding_partsAtTheBound_areTakenAndOverItRefused() {
        Map<String, Consumer<String>> parts = Map.of(
                "namespace", text -> new Binding(text, "c", "t", "1", FINGERPRINT),
                "callId", text -> new Binding("n", text, "t", "1", FINGERPRINT),
                "toolName", text -> new Binding("n", "c", text, "1", FINGERPRINT),
                "toolRevision", text -> new Binding("n", "c", "t", text, FINGERPRINT),
                "inputFingerprint", text -> new Binding("n", "c", "t", "1", text));
        parts.forEach((name, make) -> {
            assertThatCode(() -> make.accept("x".repeat(512))).doesNotThrowAnyException();
            assertThatCode(() -> make.accept("😀".repeat(256))).doesNotThrowAnyException();
            invalid(() -> make.accept(""), name, "1 to 512 UTF-16 units", "found 0");
            invalid(() -> make.accept("x".repeat(513)), name, "found 513");
            invalid(() -> make.accept("😀".repeat(257)), name, "found 514");
        });
    }

    @Test
    void namespace_withTheSeparatorOfStoreKeys_isRefused() {
        invalid(() -> new Binding("a#b", "c", "t", "1", FINGERPRINT), "namespace", "'#'", "\"a#b\"");
        invalid(() -> CheckpointKey.of("#", "c"), "namespace");
        String longName = "#" + "y".repeat(99);
        assertThatThrownBy(() -> CheckpointKey.of(longName, "c"))
                .hasMessageContaining("\"#" + "y".repeat(59) + "…\" (100 UTF-16 units)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "g000000000000000000000000000000000000000000000000000000000000000"})
    void key_ofSomethingThatIsNoId_isRefused(String id) {
        invalid(() -> new CheckpointKey("n", id), "64 lower-case hex digits", Names.quote(id), "call id");
    }

    @Test
    void key_ofAnUpperCaseId_isRefused() {
        String id = new CheckpointKey("n", "a".repeat(64)).id();
        assertThat(id).hasSize(64);
        invalid(() -> new CheckpointKey("n", "A".repeat(64)), "lower-case");
        invalid(() -> new CheckpointKey("n", "a".repeat(65)), "(65 UTF-16 units)");
    }

    @Test
    void key_ofACall_checksTheCallId() {
        assertThat(CheckpointKey.of("n", "x".repeat(512)).namespace()).isEqualTo("n");
        invalid(() -> CheckpointKey.of("n", ""), "callId");
        invalid(() -> CheckpointKey.of("n", "x".repeat(513)), "callId");
        invalid(() -> CheckpointKey.of("", "c"), "namespace");
    }

    @Test
    void fence_withPartsOutOfRange_isRefused() {
        assertThat(new Fence("x".repeat(512), 1).epoch()).isEqualTo(1);
        invalid(() -> new Fence("", 1), "attemptId");
        invalid(() -> new Fence("x".repeat(513), 1), "attemptId");
        invalid(() -> new Fence("a", 0), "epoch must be at least 1", "found 0");
        invalid(() -> new Fence("a", -1), "epoch");
    }

    @Test
    void recovery_windowAtTheBounds_isTakenAndOverThemRefused() {
        assertThat(Recovery.idempotent(Duration.ofMillis(1)).retryFor()).isEqualTo(Duration.ofMillis(1));
        assertThat(Recovery.idempotent(Duration.ofDays(365)).retryFor()).isEqualTo(Duration.ofDays(365));
        invalid(() -> Recovery.idempotent(Duration.ZERO), "retryFor must be 1 ms to 31536000000 ms, found 0 ms");
        invalid(() -> Recovery.idempotent(Duration.ofDays(365).plusMillis(1)), "found 31536000001 ms");
        invalid(() -> Recovery.idempotent(Duration.ofMillis(2).plusNanos(1)), "whole milliseconds");
        invalid(() -> Recovery.idempotent(Duration.ofSeconds(Long.MAX_VALUE)), "found PT");
        invalid(() -> Recovery.idempotent(Duration.ofSeconds(-1)), "found -1000 ms");
    }

    @Test
    void recovery_maxAttempts_isAtLeastOne() {
        assertThat(Recovery.idempotent(Records.WINDOW).maxAttempts()).isNull();
        assertThat(Recovery.idempotent(Records.WINDOW).maxAttempts(1).maxAttempts())
                .isEqualTo(1);
        invalid(() -> Recovery.idempotent(Records.WINDOW).maxAttempts(0), "maxAttempts must be at least 1, found 0");
    }

    @Test
    void downstreamKeeps_exactlyTheSum_isTakenAndOneMilliLessRefused() {
        Recovery.Idempotent recovery = Recovery.idempotent(Duration.ofMinutes(10));
        Duration lease = Duration.ofSeconds(30);
        Duration margin = Duration.ofSeconds(1);
        Duration request = Duration.ofSeconds(5);
        Duration sum = Duration.ofSeconds(636);

        assertThat(recovery.downstreamKeeps(sum, lease, margin, request)).isSameAs(recovery);
        invalid(
                () -> recovery.downstreamKeeps(sum.minusMillis(1), lease, margin, request),
                "635999 ms",
                "636000 ms",
                "retryFor 600000",
                "lease 30000",
                "skew margin 1000",
                "longest request 5000");
    }

    @Test
    void recovery_differences_areNamed() {
        Recovery.Idempotent hour = Recovery.idempotent(Duration.ofHours(1));
        Recovery.Idempotent day = Recovery.idempotent(Duration.ofDays(1));

        assertThat(hour.differingFields(hour)).isEmpty();
        assertThat(Recovery.manual().differingFields(Recovery.manual())).isEmpty();
        assertThat(hour.differingFields(day.maxAttempts(2))).containsExactly("retryFor", "maxAttempts");
        assertThat(hour.maxAttempts(2).differingFields(hour.maxAttempts(3))).containsExactly("maxAttempts");
        assertThat(hour.differingFields(Recovery.manual())).containsExactly("recovery");
        assertThat(Recovery.manual().differingFields(hour)).containsExactly("recovery");
    }

    @Test
    void evidence_textsAtTheBound_areTakenAndOverItRefused() {
        assertThat(Evidence.happened("x".repeat(2_000), "y".repeat(512)).text()).hasSize(2_000);
        assertThat(Evidence.absent("x".repeat(2_000), "y".repeat(512)).by()).hasSize(512);
        invalid(() -> Evidence.happened("", "ops"), "evidence", "1 to 2000");
        invalid(() -> Evidence.happened("x".repeat(2_001), "ops"), "evidence");
        invalid(() -> Evidence.happened("x", ""), "by");
        invalid(() -> Evidence.absent("", "ops"), "evidence");
        invalid(() -> Evidence.absent("x".repeat(2_001), "ops"), "evidence");
        invalid(() -> Evidence.absent("x", "y".repeat(513)), "by");
    }

    @Test
    void uncertainty_textsOutOfRange_areRefused() {
        Uncertainty.Code code = Uncertainty.Code.DECLARED_BY_TOOL;
        assertThat(new Uncertainty(code, "x".repeat(2_000), Instant.EPOCH, "y".repeat(512)).text())
                .hasSize(2_000);
        invalid(() -> new Uncertainty(code, "", Instant.EPOCH, "ops"), "reason");
        invalid(() -> new Uncertainty(code, "x".repeat(2_001), Instant.EPOCH, "ops"), "reason");
        invalid(() -> new Uncertainty(code, "x", Instant.EPOCH, ""), "by");
    }

    @Test
    void leases_atTheBounds_areTakenAndOverThemRefused() {
        for (Duration lease : List.of(Duration.ofMillis(1), Duration.ofHours(24))) {
            assertThat(Leases.check(lease)).isSameAs(lease);
        }
        for (Duration lease : List.of(Duration.ZERO, Duration.ofHours(24).plusMillis(1))) {
            invalid(() -> Leases.check(lease), "lease must be 1 ms to 86400000 ms");
        }
    }

    @Test
    void storedPayload_withoutAReference_isRefused() {
        assertThat(new Payload.Stored("r".repeat(2_000)).reference()).hasSize(2_000);
        invalid(() -> new Payload.Stored(""), "payload reference");
        invalid(() -> new Payload.Stored("r".repeat(2_001)), "payload reference");
    }

    @Test
    void receipt_withoutAMediaType_isRefused() {
        invalid(() -> Receipt.success("", new byte[0]), "mediaType");
        invalid(() -> Receipt.error("m".repeat(513), new byte[0], true), "mediaType");
    }

    @ParameterizedTest
    @CsvSource({"4,4,abcd", "4,3,abc", "4,0,''", "4,9,abcd"})
    void cut_ofAText_keepsAsMuchAsFits(int length, int max, String expected) {
        assertThat(Texts.cut("abcdefgh".substring(0, length), max)).isEqualTo(expected);
    }

    @Test
    void cut_insideASurrogatePair_leavesBothHalvesOut() {
        assertThat(Texts.cut("ab😀", 3)).isEqualTo("ab");
        assertThat(Texts.cut("ab😀c", 4)).isEqualTo("ab😀");
    }

    @Test
    void bounded_ofAnEmptyText_isTheOtherText() {
        assertThat(Texts.bounded("", "nothing said")).isEqualTo("nothing said");
        assertThat(Texts.bounded("x".repeat(2_001), "nothing said")).isEqualTo("x".repeat(2_000));
        assertThat(Texts.bounded("said", "nothing said")).isEqualTo("said");
    }
}
