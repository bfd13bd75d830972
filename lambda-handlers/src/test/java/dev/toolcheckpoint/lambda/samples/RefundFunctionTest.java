package dev.toolcheckpoint.lambda.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefundFunctionTest {

    @TempDir
    Path folder;

    private Path ledger = Path.of("");
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void configure() {
        ledger = folder.resolve("ledger.jsonl");
        environment = Map.of("TOOL_CHECKPOINT_STORE", "memory:", "REFUND_LEDGER", ledger.toString());
    }

    @Test
    void sampleEvent_isRefundedOnce_andAnsweredAlike() throws IOException {
        RefundFunction function = new RefundFunction(environment);
        String event = Files.readString(Path.of("../events/direct-refund.json"));

        String first = answer(function, event);

        assertThat(first)
                .matches("\\{\"refund\":\"rf-[0-9a-f]{12}\",\"order\":\"order-4711\",\"amount\":25.00,"
                        + "\"currency\":\"EUR\"}");
        assertThat(answer(function, event)).isEqualTo(first);
        assertThat(Files.readAllLines(ledger)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"order\":\"o\",\"amount\":0,\"currency\":\"EUR\"} | AMOUNT_NOT_POSITIVE",
                "{\"order\":\"o\",\"amount\":-1,\"currency\":\"EUR\"} | AMOUNT_NOT_POSITIVE",
                "{\"order\":\"o\",\"currency\":\"EUR\"} | AMOUNT_NOT_POSITIVE",
                "{\"order\":\" \",\"amount\":1,\"currency\":\"EUR\"} | ORDER_MISSING",
                "{\"order\":\"o\",\"amount\":1,\"currency\":\"XYZ\"} | UNKNOWN_CURRENCY",
                "{\"order\":\"o\",\"amount\":1} | UNKNOWN_CURRENCY"
            })
    void refundThatCannotBe_isABusinessErrorWithoutACallOfTheLedger(String input, String code) throws IOException {
        String event = "{\"tool\":\"refund-order\",\"idempotencyKey\":\"k\",\"input\":" + input + "}";

        assertThat(answer(new RefundFunction(environment), event))
                .contains("\"code\":\"TOOL_ERROR\"")
                .contains("\"code\":\"" + code + "\"");
        assertThat(ledger).doesNotExist();
    }

    @Test
    void wrongEnvironment_isRefusedAtStart() {
        assertThatThrownBy(() -> new RefundFunction(Map.of("TOOL_CHECKPOINT_RETRY_FOR", "PT1H")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("STORE is missing")
                .hasMessageContaining("RETRY_FOR belongs to");
    }

    private static String answer(RefundFunction function, String event) throws IOException {
        Context context = (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> method.getName().equals("getRemainingTimeInMillis") ? 30_000 : null);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        function.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), output, context);
        return output.toString(StandardCharsets.UTF_8);
    }
}
