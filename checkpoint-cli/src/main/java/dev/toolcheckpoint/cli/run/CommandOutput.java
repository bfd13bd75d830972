package dev.toolcheckpoint.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.io.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** How a command ended: its exit code and the first {@value #LIMIT} bytes that it printed on stdout. */
final class CommandOutput {

    /** How much of its output is kept, in bytes. */
    static final int LIMIT = 256 * 1024;

    private static final int MAX_JSON = 2 * LIMIT;

    private final int exitCode;
    private final byte[] stdout;
    private final long total;

    CommandOutput(int exitCode, byte[] stdout, long total) {
        this.exitCode = exitCode;
        this.stdout = stdout.clone();
        this.total = total;
    }

    /** As the system reports it; 128 + the signal's number when a signal ended it. */
    int exitCode() {
        return exitCode;
    }

    /** The bytes kept. */
    byte[] stdout() {
        return stdout.clone();
    }

    /** How many bytes it printed. */
    long total() {
        return total;
    }

    /** Whether output was left out. */
    boolean truncated() {
        return total > stdout.length;
    }

    /** {@code {"exitCode":0,"stdout":…,"bytes":…,"truncated":false}}; {@code stdoutBase64} when it is not text. */
    ObjectNode document() {
        ObjectNode document = Json.object().put("exitCode", exitCode);
        putStdout(document);
        return document.put("bytes", total).put("truncated", truncated());
    }

    private void putStdout(ObjectNode document) {
        String text = text();
        if (text != null) {
            document.put("stdout", text);
            // Control characters take six bytes each as JSON; the document must stay well under the result limit.
            if (Json.line(document).length() <= MAX_JSON) {
                return;
            }
            document.remove("stdout");
        }
        document.put("stdoutBase64", Base64.getEncoder().encodeToString(stdout));
    }

    private @Nullable String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(stdout))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }

    /** What {@link #document} wrote; {@code null} when it is something else: an outcome that was settled by hand. */
    static @Nullable CommandOutput read(JsonNode document) {
        JsonNode exitCode = document.path("exitCode");
        JsonNode text = document.path("stdout");
        JsonNode base64 = document.path("stdoutBase64");
        if (!exitCode.isInt() || !(text.isTextual() || base64.isTextual())) {
            return null;
        }
        byte[] stdout = text.isTextual()
                ? text.textValue().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(base64.textValue());
        return new CommandOutput(
                exitCode.intValue(), stdout, document.path("bytes").asLong(stdout.length));
    }

    /** Collects what a command prints, up to the limit. Not thread-safe. */
    static final class Capture {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long total;

        void add(byte[] buffer, int length) {
            kept.write(buffer, 0, Math.min(length, LIMIT - kept.size()));
            total += length;
        }

        CommandOutput output(int exitCode) {
            byte[] bytes = kept.toByteArray();
            return new CommandOutput(exitCode, total > bytes.length ? wholeCharacters(bytes) : bytes, total);
        }

        /** Without the bytes of a character that the limit cut in two. */
        private static byte[] wholeCharacters(byte[] bytes) {
            int lead = bytes.length - 1;
            while (lead > 0 && lead > bytes.length - 4 && (bytes[lead] & 0xC0) == 0x80) {
                lead--;
            }
            int first = bytes[lead] & 0xFF;
            int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
            return lead + length > bytes.length ? Arrays.copyOf(bytes, lead) : bytes;
        }
    }
}
