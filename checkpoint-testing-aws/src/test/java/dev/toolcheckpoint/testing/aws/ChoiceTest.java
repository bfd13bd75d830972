package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChoiceTest {

    private static final List<FakeStandIn> ALL =
            List.of(FakeStandIn.there("endpoint"), FakeStandIn.there("docker"), FakeStandIn.there("python"));

    @Test
    void among_severalThere_takesTheFirst() {
        assertThat(Choice.among(ALL, null, false).endpoint().origin()).isEqualTo("endpoint");
    }

    @Test
    void among_firstMissing_takesTheNext() {
        Choice choice = Choice.among(
                List.of(FakeStandIn.missing("endpoint"), FakeStandIn.there("docker"), FakeStandIn.there("python")),
                null,
                false);
        assertThat(choice.endpoint().origin()).isEqualTo("docker");
        assertThat(choice.refusals()).containsExactly("endpoint: not installed");
    }

    @Test
    void among_oneDoesNotStart_takesTheNext() {
        Choice choice = Choice.among(List.of(FakeStandIn.broken("docker"), FakeStandIn.there("python")), null, false);
        assertThat(choice.endpoint().origin()).isEqualTo("python");
        assertThat(choice.refusals()).containsExactly("docker: did not start: no image");
    }

    @Test
    void among_onlyOneAskedFor_ignoresTheOthers() {
        assertThat(Choice.among(ALL, "python", false).endpoint().origin()).isEqualTo("python");
    }

    @Test
    void among_noneThere_saysWhyOfEach() {
        Choice choice =
                Choice.among(List.of(FakeStandIn.missing("endpoint"), FakeStandIn.broken("docker")), null, false);
        assertThat(choice.requireUnlessOptional()).isFalse();
        assertThat(choice.explanation()).contains("endpoint: not installed", "docker: did not start: no image");
        assertThatIllegalStateException().isThrownBy(choice::endpoint).withMessageContaining("not installed");
    }

    @Test
    void requireUnlessOptional_noneThereOnABuildServer_fails() {
        Choice choice = Choice.among(List.of(FakeStandIn.missing("python")), null, true);
        assertThatIllegalStateException()
                .isThrownBy(choice::requireUnlessOptional)
                .withMessageContaining("CI=true");
    }

    @Test
    void inOrder_isEndpointDockerPython() {
        assertThat(StandIns.inOrder(environment(Map.of())))
                .extracting(StandIn::name)
                .containsExactly("endpoint", "docker", "python");
    }

    @Test
    void callerEndpoint_variableSet_isTakenWithTheCallersRegionAndCredentials() {
        Environment environment = environment(Map.of(
                "AWS_ENDPOINT_URL", "http://localhost:4566",
                "AWS_REGION", "eu-central-1",
                "AWS_ACCESS_KEY_ID", "caller"));
        AwsEndpoint endpoint =
                Choice.among(StandIns.inOrder(environment), null, true).endpoint();
        assertThat(endpoint.origin()).isEqualTo("endpoint");
        assertThat(endpoint.uri()).hasToString("http://localhost:4566");
        assertThat(endpoint.region().id()).isEqualTo("eu-central-1");
        assertThat(endpoint.credentials().resolveCredentials().accessKeyId()).isEqualTo("caller");
    }

    @Test
    void callerEndpoint_variableMissingOrEmpty_isNotThere() {
        assertThat(new CallerEndpoint(environment(Map.of())).whyNot()).isNotNull();
        assertThat(new CallerEndpoint(environment(Map.of("AWS_ENDPOINT_URL", ""))).whyNot())
                .isNotNull();
    }

    @Test
    void setting_propertyAndVariable_propertyWins() {
        Environment environment = new Environment(
                name -> name.equals("LOCAL_AWS_IMAGE") ? "of the variable" : null,
                name -> name.equals("localaws.image") ? "of the property" : null);
        assertThat(environment.setting("image")).isEqualTo("of the property");
        assertThat(environment(Map.of("LOCAL_AWS_USE", "python")).setting("use"))
                .isEqualTo("python");
    }

    private static Environment environment(Map<String, String> variables) {
        return new Environment(variables::get, name -> null);
    }
}
