package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.canonical;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every entry of the digests that identity and fingerprints must reproduce. */
class DigestVectorsTest {

    private static final JsonNode FILE = read();

    private static JsonNode read() {
        try (InputStream file = DigestVectorsTest.class.getResourceAsStream("/vectors/digests.json")) {
            return StrictJson.parse(Objects.requireNonNull(file).readAllBytes(), JsonLimits.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> id_ofVector_isReproduced() {
        return tests("vectors", 13, vector -> {
            JsonNode pair = parse(text(vector, "idPreimage"));
            assertThat(canonical(pair)).isEqualTo(text(vector, "idPreimage"));
            assertThat(Digests.canonicalHash(pair, JsonLimits.COMPACT)).isEqualTo(text(vector, "id"));
            assertThat(Digests.id(pair.get(0).textValue(), pair.get(1).textValue()))
                    .isEqualTo(text(vector, "id"));
        });
    }

    @TestFactory
    Stream<DynamicTest> fingerprint_ofVector_isReproduced() {
        return tests("vectors", 13, vector -> {
            JsonNode input = parse(text(vector, "fpPreimage"));
            assertThat(canonical(input)).isEqualTo(text(vector, "fpPreimage"));
            assertThat(Digests.fingerprint(input, JsonLimits.COMPACT))
                    .isEqualTo("sha256:" + text(vector, "fingerprint"));
        });
    }

    @TestFactory
    Stream<DynamicTest> encode_ofNumberVector_isCanonical() {
        return tests("numbers", 28, DigestVectorsTest::assertNumber);
    }

    @TestFactory
    Stream<DynamicTest> encode_ofExactVector_keepsEveryDigit() {
        return tests("exact", 8, DigestVectorsTest::assertNumber);
    }

    private static void assertNumber(JsonNode vector) {
        if (vector.get("canonical").isNull()) {
            refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse(text(vector, "input")));
        } else {
            assertThat(canonical(text(vector, "input"))).isEqualTo(text(vector, "canonical"));
        }
    }

    private static Stream<DynamicTest> tests(String list, int size, Consumer<JsonNode> check) {
        assertThat(FILE.get(list)).hasSize(size);
        return StreamSupport.stream(FILE.get(list).spliterator(), false)
                .map(vector -> DynamicTest.dynamicTest(
                        vector.path("name").asText(vector.path("input").asText()), () -> check.accept(vector)));
    }

    private static String text(JsonNode vector, String name) {
        return vector.get(name).textValue();
    }
}
