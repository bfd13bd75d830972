package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.StoreException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a failure of the store or the record is for whoever asked: above all, whether the effect may have happened. */
class CallErrorsTest {

    private static final CheckpointKey KEY = CheckpointKey.of("shop", "k");

    @ParameterizedTest
    @MethodSource("failures")
    void of_failure_saysWhatMayBeDone(
            CheckpointException failure,
            String code,
            boolean retryable,
            boolean effectMayHaveHappened,
            Class<? extends CallException> thrown) {
        ToolError error = CallErrors.of(new CallResult.Failed(KEY, failure), Instant.EPOCH)
                .orElseThrow();

        assertThat(error.code()).isEqualTo(code);
        assertThat(error.retryable()).isEqualTo(retryable);
        assertThat(error.effectMayHaveHappened()).isEqualTo(effectMayHaveHappened);
        assertThat(CallErrors.exception(error)).isExactlyInstanceOf(thrown).hasMessageStartingWith(code);
    }

    static List<Arguments> failures() {
        return List.of(
                Arguments.of(
                        new CompletionUnconfirmedException(
                                KEY, Receipt.successVoid(), new IllegalStateException("no answer")),
                        "COMPLETION_UNCONFIRMED",
                        true,
                        true,
                        EffectDoneException.class),
                Arguments.of(
                        RecordMissingException.afterEffect(KEY),
                        "RECORD_MISSING",
                        false,
                        true,
                        EffectDoneException.class),
                Arguments.of(
                        RecordMissingException.absent(KEY), "RECORD_MISSING", false, false, CallFailedException.class),
                Arguments.of(
                        StoreException.payloadUnreadable("flipped bit", null),
                        "PAYLOAD_UNREADABLE",
                        false,
                        true,
                        EffectDoneException.class),
                Arguments.of(
                        StoreException.unavailable("throttled", null),
                        "STORE_UNAVAILABLE",
                        true,
                        true,
                        CallFailedException.class),
                Arguments.of(
                        StoreException.kmsUnavailable("denied", null, false),
                        "KMS_UNAVAILABLE",
                        false,
                        true,
                        CallFailedException.class),
                Arguments.of(
                        ProtocolException.invalidCheckpoint("epoch 0"),
                        "INVALID_CHECKPOINT",
                        false,
                        true,
                        CallFailedException.class),
                Arguments.of(
                        ProtocolException.invalidArgument("too long"),
                        "INVALID_ARGUMENT",
                        false,
                        false,
                        CallRejectedException.class));
    }
}
