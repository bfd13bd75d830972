package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeflateTest {

    private final Random random = new Random(17);

    @ParameterizedTest
    @ValueSource(ints = {2_000, 64_000, 5_000_000})
    void compress_text_isShorterAndComesBack(int size) {
        assertComesBack(
                "{\"order\":\"order-17\",\"amount\":25}".repeat(size / 33 + 1).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void compress_randomBytesAsBase64_savesAQuarter() {
        byte[] clear = Base64.getEncoder().encode(bytes(48_000));

        assertThat(assertComesBack(clear).length).isLessThan(clear.length * 4 / 5);
    }

    @Test
    void compress_twoByteUnitsOfWhichOneIsConstant_isShorter() {
        byte[] clear = bytes(64_000);
        for (int i = 0; i < clear.length; i += 2) {
            clear[i] = 0;
        }
        assertComesBack(clear);
    }

    @Test
    void compress_randomWithText_isShorter() {
        byte[] clear = bytes(64_000);
        System.arraycopy("a page of text ".repeat(1_000).getBytes(StandardCharsets.UTF_8), 0, clear, 20_000, 15_000);

        assertComesBack(clear);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_024, 1_025, 4_096, 64_000, 5_000_000})
    void compress_randomBytes_isNotWorthwhile(int size) {
        assertThat(Deflate.compress(bytes(size))).isNull();
    }

    @Test
    void compress_lessThanAUnitToSave_isNotWorthwhile() {
        assertThat(Deflate.compress("a".repeat(1_024).getBytes(StandardCharsets.UTF_8)))
                .isNull();
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] assertComesBack(byte[] clear) {
        byte[] compressed = Objects.requireNonNull(Deflate.compress(clear), "the compressed form");
        assertThat(compressed).hasSizeLessThanOrEqualTo(clear.length - 1_024);
        assertThat(Deflate.expand(compressed, clear.length)).isEqualTo(clear);
        return compressed;
    }
}
