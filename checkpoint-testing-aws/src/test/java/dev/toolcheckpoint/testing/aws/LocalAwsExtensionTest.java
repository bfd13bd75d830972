package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.cause;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class LocalAwsExtensionTest {

    @Test
    void classOfTests_standInThere_getsItsEndpoint() {
        run(WithStandIn.class)
                .testEvents()
                .assertStatistics(stats -> stats.started(1).succeeded(1));
    }

    @Test
    void classOfTests_noStandIn_isSkippedAndSaysWhy() {
        EngineExecutionResults results = run(WithoutStandIn.class);
        results.testEvents().assertStatistics(stats -> stats.started(0));
        results.containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                container(WithoutStandIn.class),
                                skippedWithReason(reason -> reason.contains("not installed"))));
    }

    @Test
    void classOfTests_noStandInOnABuildServer_fails() {
        EngineExecutionResults results = run(WithoutStandInOnABuildServer.class);
        results.testEvents().assertStatistics(stats -> stats.started(0));
        results.containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                container(WithoutStandInOnABuildServer.class),
                                finishedWithFailure(cause(message(text -> text.contains("CI=true"))))));
    }

    private static EngineExecutionResults run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.conditions.deactivate", "")
                .selectors(selectClass(tests))
                .execute();
    }

    private static LocalAwsExtension choosing(FakeStandIn standIn, boolean required) {
        return new LocalAwsExtension(() -> Choice.among(List.of(standIn), null, required));
    }

    static class WithStandIn {
        @RegisterExtension
        static final LocalAwsExtension AWS = choosing(FakeStandIn.there("python"), true);

        @Test
        void test(AwsEndpoint aws) {
            assertThat(aws.origin()).isEqualTo("python");
        }
    }

    static class WithoutStandIn {
        @RegisterExtension
        static final LocalAwsExtension AWS = choosing(FakeStandIn.missing("python"), false);

        @Test
        void test() {
            throw new AssertionError("must be skipped");
        }
    }

    static class WithoutStandInOnABuildServer {
        @RegisterExtension
        static final LocalAwsExtension AWS = choosing(FakeStandIn.missing("python"), true);

        @Test
        void test() {
            throw new AssertionError("must not start");
        }
    }
}
