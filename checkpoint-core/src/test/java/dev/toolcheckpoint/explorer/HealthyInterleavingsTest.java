package dev.toolcheckpoint.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The real journal keeps the failure contract in every interleaving of these scenarios. */
class HealthyInterleavingsTest {

    @TestFactory
    Stream<DynamicTest> everyInterleaving_keepsTheContract() {
        return Stream.<Supplier<Scenario>>of(
                        Scenarios::manual,
                        Scenarios::manualThreeCallers,
                        Scenarios::manualWithOperator,
                        Scenarios::idempotent,
                        Scenarios::forgettingDownstream,
                        Scenarios::noEffect,
                        Scenarios::renewing,
                        Scenarios::deliveries,
                        Scenarios::idempotentDeliveries,
                        Scenarios::rememberedDeliveries,
                        Scenarios::everybody)
                .map(scenario -> DynamicTest.dynamicTest(scenario.get().name(), () -> check(scenario.get())));
    }

    private static void check(Scenario scenario) {
        Report report = Explorer.explore(scenario);
        System.out.println(report);
        assertThat(report.violations()).as(report::allSchedules).isEmpty();
    }
}
