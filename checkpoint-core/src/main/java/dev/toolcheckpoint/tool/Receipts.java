package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Texts;
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

    /** The part of an error's code that is kept when all of it does not fit, in UTF-16 units. */
    private static final int LONGEST_CODE = 100;

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
        } catch (JsonProcessingException
                | RuntimeException
                | Error failure) { // the effect is done, so the call must end
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
        try {
            ObjectNode body =
                    mapper.createObjectNode().put("code", error.code()).put("message", error.getMessage());
            if (error.details() != null) {
                body.set("details", error.details());
            }
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            return bytes.length <= maxResult
                    ? Receipt.error(Receipt.JSON, bytes, false)
                    : fitting(error.code(), "The tool's error" + overLimit(bytes), false);
        } catch (RuntimeException | Error failure) {
            LOG.error("The details of a tool's error can't be written as JSON", failure);
            return fitting(error.code(), "The details of the tool's error could not be written as JSON.", false);
        }
    }

    Receipt of(NoEffectException error) {
        String message = error.getMessage();
        return fitting(error.code(), message == null ? "" : message, true);
    }

    /** An error that fits the limit: code and message are cut only as far as they must be. */
    private Receipt fitting(String code, String message, boolean retryableAsNewCall) {
        Receipt receipt = Receipt.errorJson(code, message, retryableAsNewCall);
        for (int units = message.length(); receipt.size() > maxResult; units /= 2) {
            receipt = Receipt.errorJson(Texts.cut(code, LONGEST_CODE), Texts.cut(message, units), retryableAsNewCall);
        }
        return receipt;
    }

    private Receipt bounded(Receipt receipt) {
        return receipt.size() <= maxResult
                ? receipt
                : Receipt.errorJson(
                        RESULT_TOO_LARGE,
                        "The effect happened, but its result" + overLimit(receipt.bytes()) + " Do not repeat the call.",
                        false);
    }

    private String overLimit(byte[] bytes) {
        return " of " + bytes.length + " bytes (" + Digests.sha256(bytes) + ") is over the limit of " + maxResult
                + " bytes and was not stored.";
    }
}
