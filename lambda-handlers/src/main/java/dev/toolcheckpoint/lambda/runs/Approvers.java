package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** Finds out for whom an authoriser of API Gateway vouches. Stateless. */
public final class Approvers {

    private static final int LONGEST = 512;

    /** HTTP API with IAM, a JWT or a function; REST API with Cognito, a function or IAM. */
    private static final List<String> PLACES = List.of(
            "/authorizer/iam/userArn",
            "/authorizer/jwt/claims/sub",
            "/authorizer/lambda/principalId",
            "/authorizer/claims/sub",
            "/authorizer/principalId",
            "/identity/userArn");

    private Approvers() {}

    /**
     * The caller's ARN, or the subject of its token; empty when no authoriser looked at the request.
     *
     * @param requestContext as in the event
     */
    public static Optional<String> of(JsonNode requestContext) {
        return PLACES.stream()
                .map(requestContext::at)
                .filter(found -> found.isTextual() && !found.textValue().isBlank())
                .map(JsonNode::textValue)
                .filter(name -> name.length() <= LONGEST)
                .findFirst();
    }
}
