package dev.toolcheckpoint.dynamo.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** RFC 5869, appendix A; of the outputs, the first block. */
class HkdfTest {

    @Test
    void basicCase() {
        byte[] prk = new Hkdf().extract(hex("000102030405060708090a0b0c"), hex("0b".repeat(22)));
        assertThat(prk).isEqualTo(hex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"));
        assertThat(new Hkdf().expand(prk, hex("f0f1f2f3f4f5f6f7f8f9"), 32))
                .isEqualTo(hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"));
    }

    @Test
    void emptySaltOf32ZerosAndEmptyInfo() {
        byte[] prk = new Hkdf().extract(new byte[32], hex("0b".repeat(22)));
        assertThat(prk).isEqualTo(hex("19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04"));
        assertThat(new Hkdf().expand(prk, new byte[0], 12)).isEqualTo(hex("8da4e775a563c18f715f802a"));
    }

    @Test
    void expand_moreThanABlock_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Hkdf().expand(new byte[32], new byte[0], 33));
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
