package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Receipt;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what a tool came back with into the bytes that are stored and returned: once, so both are the same. */
final class Receipts {

    /** The effect happened, but its result can't be stored: too large. */
    static final String RESULT_TOO_LARGE = "RESULT_TOO_LARGE";

    /** The effect happened, but its result can't be stored: it can't be written as JSON. */
    static final String RESULT_NOT_SERIALISABLE = "RESULT_NOT_SERIALISABLE";

    private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

    private final ObjectMapper mapper;
    private final int maxResult;

    Receipts(ObjectMapper mapper, int maxResult) {
        this.mapper = mapper;
        this.maxResult = maxResult;
    }

    Receipt of(@Nullable Object output) {
        if (output instanceof ToolResult result) {
            return bounded(result.receipt());
        }
        try {
            return bounded(Receipt.successJson(mapper.writeValueAsString(output)));
        } catch (JsonProcessingException | RuntimeException | StackOverflowError failure) {
            LOG.error(
                    "The effect is done, but its result of type {} can't be written as JSON",
                    output == null ? "null" : output.getClass().getName(),
                    failure);
            return Receipt.errorJson(
                    RESULT_NOT_SERIALISABLE,
                    "The effect happened, but the result could not be written as JSON. Do not repeat the call.",
                    false);
        }
    }

    Receipt of(ToolException error) {
        ObjectNode body = mapper.createObjectNode().put("code", error.code()).put("message", error.getMessage());
        if (error.details() != null) {
            body.set("details", error.details());
        }
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > maxResult) {
            return tooLarge("error", bytes);
        }
        return Receipt.error(Receipt.JSON, bytes, false);
    }

    Receipt of(NoEffectException error) {
        String message = error.getMessage();
        return Receipt.errorJson(error.code(), message == null ? "" : message, true);
    }

    private Receipt bounded(Receipt receipt) {
        return receipt.size() <= maxResult ? receipt : tooLarge("result", receipt.bytes());
    }

    private Receipt tooLarge(String what, byte[] bytes) {
        return Receipt.errorJson(
                RESULT_TOO_LARGE,
                "The effect happened, but its " + what + " of " + bytes.length + " bytes (" + Digests.sha256(bytes)
                        + ") is over the limit of " + maxResult + " bytes and was not stored. Do not repeat the call.",
                false);
    }
}
