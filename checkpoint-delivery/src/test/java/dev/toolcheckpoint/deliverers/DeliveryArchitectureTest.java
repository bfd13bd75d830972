package dev.toolcheckpoint.deliverers;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The clients are optional: who delivers over HTTP has none of them, and who uses one service has that one's only. */
@AnalyzeClasses(packages = "dev.toolcheckpoint.deliverers", importOptions = ImportOption.DoNotIncludeTests.class)
class DeliveryArchitectureTest {

    @ArchTest
    static final ArchRule ONLY_THE_AWS_PACKAGE_KNOWS_THE_SDK = noClasses()
            .that()
            .resideOutsideOfPackage("..deliverers.aws..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("software.amazon.awssdk..", "..deliverers.aws..");

    @ArchTest
    static final ArchRule SQS_IS_KNOWN_TO_ITS_SENDER_ONLY = onlyBy("sqs", "QueueSender");

    @ArchTest
    static final ArchRule EVENTBRIDGE_IS_KNOWN_TO_ITS_SENDER_ONLY = onlyBy("eventbridge", "BusSender");

    @ArchTest
    static final ArchRule STEP_FUNCTIONS_IS_KNOWN_TO_ITS_SENDER_ONLY = onlyBy("sfn", "TaskSender");

    @ArchTest
    static final ArchRule WEBSOCKETS_ARE_KNOWN_TO_THEIR_SENDER_ONLY =
            onlyBy("apigatewaymanagementapi", "ConnectionSender");

    private static ArchRule onlyBy(String service, String sender) {
        return noClasses()
                .that()
                .doNotHaveSimpleName(sender)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("software.amazon.awssdk.services." + service + "..");
    }
}
