package dev.toolcheckpoint.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultMapperTest {

    private final Receipts receipts = new Receipts(ResultMapper.create(), 1024);

    @ParameterizedTest
    @MethodSource("notFinite")
    void of_numberJsonDoesNotHave_isAStoredErrorAndNotAText(Object result) {
        Receipt receipt = receipts.of(result);

        assertThat(receipt.kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(text(receipt)).contains(Receipts.RESULT_NOT_SERIALISABLE);
    }

    static List<Object> notFinite() {
        return List.of(
                Double.NaN,
                Float.POSITIVE_INFINITY,
                new double[] {1, Double.NEGATIVE_INFINITY},
                Map.of("price", List.of(Float.NaN)));
    }

    @Test
    void of_finiteNumbers_areWritten() {
        assertThat(text(receipts.of(new double[] {1.5, -2}))).isEqualTo("[1.5,-2.0]");
        assertThat(text(receipts.of(0.1f))).isEqualTo("0.1");
    }

    private static String text(Receipt receipt) {
        return new String(receipt.bytes(), StandardCharsets.UTF_8);
    }
}
