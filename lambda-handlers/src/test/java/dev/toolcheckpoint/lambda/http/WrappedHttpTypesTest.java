package dev.toolcheckpoint.lambda.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.lambda.CheckpointedHandler;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Wrapped handlers of AWS's own event classes: what they read and write is what Lambda's runtime would have. */
class WrappedHttpTypesTest {

    private final EventFixture fixture = new EventFixture();

    static final class Rest implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
        @Override
        public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, Context context) {
            assertThat(event.getHttpMethod()).isEqualTo("POST");
            assertThat(event.getRequestContext().getStage()).isNotBlank();
            return new APIGatewayProxyResponseEvent()
                    .withStatusCode(event.getBody().contains("25.00") ? 201 : 500)
                    .withHeaders(Map.of("Location", "/refunds/1"))
                    .withIsBase64Encoded(false)
                    .withBody("refunded");
        }
    }

    static final class Http implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        @Override
        public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
            assertThat(event.getRequestContext().getHttp().getMethod()).isEqualTo("POST");
            return APIGatewayV2HTTPResponse.builder()
                    .withStatusCode(event.getBody().contains("25.00") ? 201 : 500)
                    .withHeaders(Map.of("Location", "/refunds/1"))
                    .withIsBase64Encoded(true)
                    .withBody("cmVmdW5kZWQ=")
                    .build();
        }
    }

    static final class Balancer
            implements RequestHandler<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> {
        @Override
        public ApplicationLoadBalancerResponseEvent handleRequest(
                ApplicationLoadBalancerRequestEvent event, Context context) {
            assertThat(event.getRequestContext().getElb().getTargetGroupArn()).startsWith("arn:");
            ApplicationLoadBalancerResponseEvent response = new ApplicationLoadBalancerResponseEvent();
            response.setStatusCode(event.getBody().contains("25.00") ? 201 : 500);
            response.setStatusDescription("201 Created");
            response.setBody("refunded");
            return response;
        }
    }

    @Test
    void rest() {
        JsonNode answer = assertReplays(CheckpointedHandler.wrap(new Rest()), "http-rest");

        assertThat(answer.path("isBase64Encoded").isBoolean()).isTrue();
        assertThat(answer.path("headers").path("Location").textValue()).isEqualTo("/refunds/1");
    }

    @Test
    void payload2() {
        JsonNode answer = assertReplays(CheckpointedHandler.wrap(new Http()), "http-api");

        assertThat(answer.path("isBase64Encoded").booleanValue()).isTrue();
        assertThat(answer.path("headers").path("Location").textValue()).isEqualTo("/refunds/1");
    }

    @Test
    void loadBalancer() {
        JsonNode answer = assertReplays(CheckpointedHandler.wrap(new Balancer()), "alb");

        assertThat(answer.path("statusDescription").textValue()).isEqualTo("201 Created");
    }

    private JsonNode assertReplays(CheckpointedHandler.Builder builder, String sample) {
        CheckpointedHandler handler = fixture.wrapped(builder).build();
        JsonNode first = HttpAnswersTest.parse(fixture.answer(handler, Samples.text(sample)));
        JsonNode replay = HttpAnswersTest.parse(fixture.answer(handler, Samples.text(sample)));

        assertThat(first.path("statusCode").intValue()).isEqualTo(201);
        assertThat(replay.path("statusCode").intValue()).isEqualTo(201);
        assertThat(replay.path("body")).isEqualTo(first.path("body"));
        assertThat(replay.path("headers").path("Idempotency-Replayed").textValue())
                .isEqualTo("true");
        // 5xx of a typed handler, too.
        String failing =
                Samples.text(sample).replace("order-4711:refund-1", "other").replace("25.00", "26.00");
        assertThat(HttpAnswersTest.parse(fixture.answer(handler, failing))
                        .path("statusCode")
                        .intValue())
                .isEqualTo(409);
        return first;
    }
}
