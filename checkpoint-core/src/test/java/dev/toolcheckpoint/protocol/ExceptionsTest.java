package dev.toolcheckpoint.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every error says its code, whether the same call may come again, and whether the effect may have happened. */
class ExceptionsTest {

    private static final CheckpointKey KEY = CheckpointKey.of("tenant", "call-1");

    static Stream<Arguments> errors() {
        Receipt receipt = Receipt.successJson("1");
        Throwable cause = cause();
        return Stream.of(
                arguments(ProtocolException.invalidArgument("m"), ErrorCode.INVALID_ARGUMENT, false, false),
                arguments(ProtocolException.invalidArgument("m", cause), ErrorCode.INVALID_ARGUMENT, false, false),
                arguments(ProtocolException.invalidCheckpoint("m"), ErrorCode.INVALID_CHECKPOINT, false, true),
                arguments(ProtocolException.invalidCheckpoint("m", cause), ErrorCode.INVALID_CHECKPOINT, false, true),
                arguments(ProtocolException.unsupportedSchema("2"), ErrorCode.UNSUPPORTED_SCHEMA, false, true),
                arguments(ProtocolException.invalidTransition("m"), ErrorCode.INVALID_TRANSITION, false, true),
                arguments(ProtocolException.fenceConflict("m"), ErrorCode.FENCE_CONFLICT, false, true),
                arguments(ProtocolException.bindingConflict("m"), ErrorCode.BINDING_CONFLICT, false, true),
                arguments(ProtocolException.payloadTooLarge(9, 8), ErrorCode.PAYLOAD_TOO_LARGE, false, true),
                arguments(StoreException.unknownResult("m", cause), ErrorCode.STORE_UNAVAILABLE, true, true),
                arguments(StoreException.unavailable("m", cause), ErrorCode.STORE_UNAVAILABLE, true, true),
                arguments(StoreException.broken("m", cause), ErrorCode.STORE_UNAVAILABLE, false, true),
                arguments(StoreException.tableMissing("m"), ErrorCode.TABLE_MISSING, false, true),
                arguments(StoreException.tableMismatch("m", null), ErrorCode.TABLE_MISMATCH, false, true),
                arguments(StoreException.kmsUnavailable("m", null, true), ErrorCode.KMS_UNAVAILABLE, true, true),
                arguments(StoreException.kmsUnavailable("m", null, false), ErrorCode.KMS_UNAVAILABLE, false, true),
                arguments(StoreException.payloadUnreadable("m", null), ErrorCode.PAYLOAD_UNREADABLE, false, true),
                arguments(
                        new CompletionUnconfirmedException(KEY, receipt, cause),
                        ErrorCode.STORE_UNAVAILABLE,
                        true,
                        true),
                arguments(RecordMissingException.afterEffect(KEY), ErrorCode.RECORD_MISSING, false, true),
                arguments(RecordMissingException.absent(KEY), ErrorCode.RECORD_MISSING, false, false),
                arguments(new ConfigurationException("m"), ErrorCode.INVALID_CONFIGURATION, false, false));
    }

    private static Throwable cause() {
        return new IllegalStateException("cause");
    }

    @ParameterizedTest
    @MethodSource("errors")
    void error_saysItsCodeAndWhatMayFollow(
            CheckpointException error, ErrorCode code, boolean retryable, boolean effect) {
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.retryable()).isEqualTo(retryable);
        assertThat(error.effectMayHaveHappened()).isEqualTo(effect);
        assertThat(error.getMessage()).isNotEmpty();
    }

    @Test
    void storeException_isAmbiguousOnlyWithoutAnAnswer() {
        assertThat(StoreException.unknownResult("m", null).ambiguous()).isTrue();
        for (StoreException answered : List.of(
                StoreException.unavailable("m", null),
                StoreException.broken("m", null),
                StoreException.tableMissing("m"),
                StoreException.tableMismatch("m", null),
                StoreException.kmsUnavailable("m", null, true),
                StoreException.payloadUnreadable("m", null))) {
            assertThat(answered.ambiguous()).isFalse();
        }
    }

    @Test
    void cause_isKept() {
        Throwable cause = cause();
        assertThat(StoreException.unknownResult("m", cause)).hasCause(cause);
        assertThat(ProtocolException.invalidCheckpoint("m", cause)).hasCause(cause);
        assertThat(ProtocolException.invalidArgument("m", cause)).hasCause(cause);
    }

    @Test
    void completionUnconfirmed_carriesTheReceiptAndNamesTheCall() {
        Receipt receipt = Receipt.successJson("\"hunter2\"");
        Throwable cause = cause();
        CompletionUnconfirmedException error = new CompletionUnconfirmedException(KEY, receipt, cause);

        assertThat(error.receipt()).isSameAs(receipt);
        assertThat(error.key()).isEqualTo(KEY);
        assertThat(error).hasMessageContaining(KEY.toString()).hasCause(cause);
        assertThat(error.getMessage()).doesNotContain("hunter2");
    }

    @Test
    void recordMissing_saysWhetherTheEffectIsDone() {
        assertThat(RecordMissingException.afterEffect(KEY))
                .hasMessageContaining("effect of " + KEY + " is done")
                .hasMessageContaining("Do not issue the call again");
        assertThat(RecordMissingException.absent(KEY)).hasMessageContaining("no record of " + KEY);
    }

    @Test
    void configuration_listsEveryProblem() {
        assertThat(new ConfigurationException(List.of("one is wrong", "two is wrong")))
                .hasMessage("one is wrong\ntwo is wrong");
    }

    @Test
    void payloadTooLarge_saysSizeAndLimit() {
        assertThat(ProtocolException.payloadTooLarge(9, 8)).hasMessageContaining("9 bytes; the limit is 8");
    }
}
