package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Source;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a tool came back with. */
public final class ResultOptions {

    @Option(
            names = "--result",
            paramLabel = "JSON",
            description = "The result; stored and handed out to the letter (without white space around it).")
    private @Nullable String result;

    @Option(names = "--result-file", paramLabel = "FILE|-", description = "The same from a file.")
    private @Nullable String resultFile;

    @Option(names = "--void", description = "There is no result: different from null, \"\", {} and [].")
    private boolean none;

    @Option(
            names = "--error",
            paramLabel = "CODE",
            description = "A business error, stored and replayed; with --message.")
    private @Nullable String error;

    @Option(names = "--message", paramLabel = "TEXT", description = "What the error says; never a secret.")
    private @Nullable String message;

    @Option(
            names = "--retryable-as-new-call",
            description =
                    "With --error: it surely had no effect, so the caller may issue the call under a new call id.")
    private boolean retryableAsNewCall;

    /** Whether standard input is read. */
    boolean readsStdin() {
        return Source.STDIN.equals(resultFile);
    }

    /** Reads and checks the result. */
    Receipt receipt(Surroundings surroundings) {
        int given = count(result) + count(resultFile) + (none ? 1 : 0) + count(error);
        if (given != 1) {
            throw ProtocolException.invalidArgument(
                    "Give exactly one of --result, --result-file, --void and --error; found " + given + ".");
        }
        if (error == null) {
            refuseErrorParts();
        }
        if (none) {
            return Receipt.successVoid();
        }
        if (error != null) {
            return error(error, message);
        }
        return json(
                result != null
                        ? result.getBytes(StandardCharsets.UTF_8)
                        : Source.read(
                                "--result-file", String.valueOf(resultFile), surroundings.in(), JsonLimits.MAX_BYTES));
    }

    private Receipt error(String code, @Nullable String text) {
        if (text == null) {
            throw ProtocolException.invalidArgument("--error needs --message: what the caller is told.");
        }
        if (code.isEmpty()) {
            throw ProtocolException.invalidArgument("--error needs a code, found an empty text.");
        }
        return Receipt.errorJson(code, text, retryableAsNewCall);
    }

    private void refuseErrorParts() {
        if (message != null || retryableAsNewCall) {
            throw ProtocolException.invalidArgument(
                    (message != null ? "--message" : "--retryable-as-new-call") + " belongs to --error.");
        }
    }

    private static Receipt json(byte[] text) {
        byte[] trimmed = trimmed(text);
        if (trimmed.length > Journal.DEFAULT_MAX_RESULT) {
            throw ProtocolException.payloadTooLarge(trimmed.length, Journal.DEFAULT_MAX_RESULT);
        }
        try {
            StrictJson.parse(trimmed, JsonLimits.DEFAULT);
        } catch (JsonException refused) {
            throw ProtocolException.invalidArgument(
                    "The result is not acceptable JSON. " + refused.getMessage(), refused);
        }
        return Receipt.success(Receipt.JSON, trimmed);
    }

    /** Without the white space that JSON allows around a value: a file's last line break doesn't make another result. */
    private static byte[] trimmed(byte[] text) {
        int start = 0;
        int end = text.length;
        while (start < end && isSpace(text[start])) {
            start++;
        }
        while (end > start && isSpace(text[end - 1])) {
            end--;
        }
        return Arrays.copyOfRange(text, start, end);
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static int count(@Nullable String value) {
        return value == null ? 0 : 1;
    }
}
