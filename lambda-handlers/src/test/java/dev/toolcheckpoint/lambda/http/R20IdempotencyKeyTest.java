package dev.toolcheckpoint.lambda.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.testing.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Missing or differently-cased idempotency key. Over-long keys are refused, as the design has it, not hashed. */
class R20IdempotencyKeyTest {

    private static final String KEY = "order-4711:refund-1";

    private final EventFixture fixture = new EventFixture();
    private final ToolFunction function = fixture.manual((input, context) -> "done");

    @ParameterizedTest
    @ValueSource(strings = {"Idempotency-Key", "idempotency-key", "IDEMPOTENCY-KEY", "iDempotency-kEy"})
    void r20_anyCase_quotedOrBare_isOneKey(String name) {
        for (String sample : new String[] {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"}) {
            for (String value : new String[] {KEY, "\"" + KEY + "\"", "  " + KEY + " "}) {
                assertThat(status(withKey(sample, name, value))).isEqualTo(200);
            }
        }
        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record(KEY)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\"\"",
                "\" \"",
                "a,b",
                "a, a",
                "\"a\",\"b\"",
                "\"a\" \"b\"",
                "\"a\";x=1",
                "\"a",
                "a\"b",
                "\"a\\n\"",
                "\"a\\",
                "ключ",
                "a\tb"
            })
    void r20_blankAmbiguousOrBroken_is400_andClaimsNothing(String value) {
        for (String sample : new String[] {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"}) {
            assertRefused(withKey(sample, "Idempotency-Key", value));
        }
    }

    @Test
    void r20_absentOrTwice_is400() {
        for (String sample : new String[] {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"}) {
            assertRefused(without(sample));
            ObjectNode both = withKey(sample, "Idempotency-Key", "a");
            (both.path("multiValueHeaders").isObject()
                            ? both.withObject("/multiValueHeaders")
                                    .putArray("idempotency-key")
                                    .add("b")
                            : both.withObject("/headers").put("idempotency-key", "b"))
                    .size();
            assertRefused(both);
        }
        ObjectNode doubled = without("http-rest");
        doubled.withObject("/multiValueHeaders")
                .putArray("Idempotency-Key")
                .add("a")
                .add("b");
        doubled.withObject("/headers").put("Idempotency-Key", "b");
        assertRefused(doubled);
        ObjectNode sameTwice = without("alb-multi-value");
        sameTwice
                .withObject("/multiValueHeaders")
                .putArray("Idempotency-Key")
                .add("a")
                .add("a");
        assertRefused(sameTwice);
    }

    @Test
    void r20_onlyInMultiValueHeaders_isFound() {
        ObjectNode event = without("http-rest");
        event.remove("headers");
        event.withObject("/multiValueHeaders").putArray("idempotency-key").add(KEY);

        assertThat(status(event)).isEqualTo(200);
        assertThat(fixture.record(KEY)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"512,200", "513,400", "10240,400"})
    void r20_length_isBounded(int length, int status) {
        assertThat(status(withKey("http-api", "idempotency-key", "k".repeat(length))))
                .isEqualTo(status);
        assertThat(fixture.executions()).hasValue(status == 200 ? 1 : 0);
    }

    @Test
    void r20_escapesInAString_areRead() {
        assertThat(status(withKey("http-api", "idempotency-key", "\"a\\\"b,\\\\c\"")))
                .isEqualTo(200);
        assertThat(fixture.record("a\"b,\\c")).isPresent();
    }

    @Test
    void r20_bodyNullEmptyBase64OrPlain_isFingerprintedAsItsText() {
        assertThat(status(Samples.event("function-url-base64"))).isEqualTo(200);
        assertThat(status(withKey("http-api", "idempotency-key", KEY))).isEqualTo(200);
        assertThat(fixture.executions()).hasValue(1);
        ObjectNode none = withKey("http-api", "idempotency-key", "none");
        none.putNull("body");
        assertThat(status(none)).isEqualTo(200);
        none.put("body", "");
        assertThat(status(none)).isEqualTo(200);
        none.remove("body");
        assertThat(status(none)).isEqualTo(200);
        assertThat(fixture.executions()).hasValue(2);
    }

    @Test
    void r20_whatTheTransportAdds_isNotFingerprinted() {
        ObjectNode retry = Samples.event("http-rest");
        retry.withObject("/headers").put("X-Amzn-Trace-Id", "Root=other");
        retry.withObject("/requestContext").put("requestId", "other").put("requestTimeEpoch", 1);

        assertThat(status(Samples.event("http-rest"))).isEqualTo(200);
        assertThat(status(retry)).isEqualTo(200);
        assertThat(fixture.executions()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"order\":", "order=1", "{\"a\":1,\"a\":2}", "NaN"})
    void r20_bodyThatIsNoJson_is400(String body) {
        assertRefused(Samples.event("http-api").put("body", body));
    }

    @Test
    void r20_brokenBase64_is400() {
        assertRefused(Samples.event("function-url-base64").put("body", "%%%"));
    }

    private void assertRefused(ObjectNode event) {
        JsonNode answer = HttpAnswersTest.parse(fixture.answer(function, event));
        HttpAnswersTest.problem(answer, 400, "rejected");
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    private int status(ObjectNode event) {
        return HttpAnswersTest.parse(fixture.answer(function, event))
                .path("statusCode")
                .intValue();
    }

    private static ObjectNode without(String sample) {
        ObjectNode event = Samples.event(sample);
        for (String form : new String[] {"headers", "multiValueHeaders"}) {
            if (event.path(form) instanceof ObjectNode headers) {
                headers.remove("Idempotency-Key");
                headers.remove("idempotency-key");
            }
        }
        return event;
    }

    private static ObjectNode withKey(String sample, String name, String value) {
        ObjectNode event = without(sample);
        if (event.path("headers") instanceof ObjectNode headers) {
            headers.put(name, value);
        }
        if (event.path("multiValueHeaders") instanceof ObjectNode headers) {
            headers.putArray(name).add(value);
        }
        return event;
    }
}
