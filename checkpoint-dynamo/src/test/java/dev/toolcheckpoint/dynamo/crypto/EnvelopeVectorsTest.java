package dev.toolcheckpoint.dynamo.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.aws.LocalPython;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The format is what {@code docs/reference/envelope.md} says, for ever: old envelopes must open. */
class EnvelopeVectorsTest {

    private static final Path FOLDER = Path.of("src/test/resources/envelope");
    private static final Path VECTORS = FOLDER.resolve("vectors.json");

    @Test
    void vectors_madeAgain_areTheSame() throws IOException {
        assertThat(EnvelopeVectors.text()).isEqualTo(Files.readString(VECTORS));
    }

    @Test
    void vectors_thatOpen_open() throws IOException {
        for (JsonNode vector : read("opens")) {
            assertThat(open(vector)).as(text(vector, "name")).isEqualTo(bytes(vector, "stored"));
            byte[] header = Envelope.parse(bytes(vector, "envelope")).header();
            assertThat(cipher(vector).digest(place(vector), header, bytes(vector, "payload")))
                    .isEqualTo(text(vector, "digest"));
        }
    }

    @Test
    void vectors_thatAreRefused_areUnreadable() throws IOException {
        for (JsonNode vector : read("refuses")) {
            if (text(vector, "name").equals("another data key")) {
                continue; // KMS would have to return it; KmsEnvelopeCipherTest mixes two keys instead.
            }
            assertThatExceptionOfType(StoreException.class)
                    .as(text(vector, "name"))
                    .isThrownBy(() -> open(vector))
                    .matches(failure -> failure.code() == ErrorCode.PAYLOAD_UNREADABLE);
        }
    }

    @Test
    void vectors_openedByAnotherLanguage_doTheSame() throws Exception {
        Optional<Path> python = LocalPython.interpreter();
        assumeTrue(python.isPresent(), "no Python");
        Process process = new ProcessBuilder(
                        python.get().toString(), FOLDER.resolve("decrypt.py").toString(), VECTORS.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).startsWith("6 opened, 16 refused");
    }

    @Test
    void reference_holdsTheFirstVector() throws IOException {
        JsonNode first = read("opens").get(0);
        String page = Files.readString(Path.of("../docs/reference/envelope.md")).replaceAll("\\s", "");
        assertThat(page).contains(text(first, "envelope"), text(first, "digest"), text(first, "payload"));
    }

    private static JsonNode read(String list) throws IOException {
        return new JsonMapper().readTree(Files.readString(VECTORS)).get(list);
    }

    private static byte[] open(JsonNode vector) {
        return cipher(vector).open(place(vector), text(vector, "digest"), Envelope.parse(bytes(vector, "envelope")));
    }

    private static PayloadCipher cipher(JsonNode vector) {
        return EnvelopeVectors.cipher(text(vector, "keyId"), 0);
    }

    private static PayloadContext place(JsonNode vector) {
        return new PayloadContext(
                text(vector, "namespace"), text(vector, "pk"), text(vector, "sk"), text(vector, "attribute"));
    }

    private static byte[] bytes(JsonNode vector, String field) {
        return HexFormat.of().parseHex(text(vector, field));
    }

    private static String text(JsonNode vector, String field) {
        return vector.get(field).textValue();
    }
}
