package dev.toolcheckpoint.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.tool.OutcomeProbe;
import dev.toolcheckpoint.tool.ToolHandler;
import java.util.Optional;
import java.util.Set;

/** The architecture of the core, as rules that fail when it is left. */
@AnalyzeClasses(packages = "dev.toolcheckpoint", importOptions = CoreArchitectureTest.MainClasses.class)
class CoreArchitectureTest {

    /** The classes of this module's main sources: the fixtures that are compiled beside the tests are no part of it. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(com.tngtech.archunit.core.importer.Location location) {
            return location.contains("/checkpoint-core/target/classes/");
        }
    }

    private static final Set<String> CLOCK_AND_CHANCE = Set.of(
            "java.time.Instant.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.util.UUID.randomUUID",
            "java.lang.Math.random");

    /** Where the world comes in: the journal's defaults, which a test replaces. */
    private static final Set<String> EDGES = Set.of(
            "dev.toolcheckpoint.journal.Journal$Builder",
            "dev.toolcheckpoint.journal.IdSource",
            "dev.toolcheckpoint.journal.Pause");

    private static final Set<Class<?>> MAY_THROW_CHECKED =
            Set.of(ToolHandler.class, Deliverer.class, OutcomeProbe.class, Pause.class);

    @ArchTest
    static final ArchRule CORE_KNOWS_NO_PLATFORM = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "software.amazon..", "com.amazonaws..", "org.sqlite..", "java.sql..", "picocli..", "io.burt..");

    @ArchTest
    static final ArchRule PACKAGES_ARE_LAYERED = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("json")
            .definedBy("dev.toolcheckpoint.json..")
            .layer("protocol")
            .definedBy("dev.toolcheckpoint.protocol..")
            .layer("store")
            .definedBy("dev.toolcheckpoint.store..")
            .layer("journal")
            .definedBy("dev.toolcheckpoint.journal..")
            .layer("tool")
            .definedBy("dev.toolcheckpoint.tool..")
            .layer("answer")
            .definedBy("dev.toolcheckpoint.answer..")
            .layer("delivery")
            .definedBy("dev.toolcheckpoint.delivery..")
            .layer("reconcile")
            .definedBy("dev.toolcheckpoint.reconcile..")
            .whereLayer("json")
            .mayNotAccessAnyLayer()
            .whereLayer("protocol")
            .mayOnlyAccessLayers("json")
            .whereLayer("store")
            .mayOnlyAccessLayers("protocol", "json")
            .whereLayer("journal")
            .mayOnlyAccessLayers("store", "protocol", "json")
            .whereLayer("tool")
            .mayOnlyAccessLayers("journal", "protocol", "json")
            .whereLayer("answer")
            .mayOnlyAccessLayers("tool", "protocol", "json")
            .whereLayer("delivery")
            .mayOnlyAccessLayers("journal", "protocol", "json")
            .whereLayer("reconcile")
            .mayOnlyAccessLayers("delivery", "tool", "journal", "store", "protocol");

    @ArchTest
    static final ArchRule PROTOCOL_DEPENDS_ON_ALMOST_NOTHING = classes()
            .that()
            .resideInAPackage("dev.toolcheckpoint.protocol..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "dev.toolcheckpoint.protocol..",
                            "dev.toolcheckpoint.json..",
                            "java.lang..",
                            "java.util..",
                            "java.time..",
                            "java.nio.charset..",
                            "org.jspecify.annotations..")
                    .or(describe(
                            "Serializable", (JavaClass type) -> type.getName().equals("java.io.Serializable")))
                    .or(describe(
                            "Jackson's string encoder",
                            (JavaClass type) ->
                                    type.getName().equals("com.fasterxml.jackson.core.io.JsonStringEncoder"))));

    @ArchTest
    static final ArchRule PROTOCOL_READS_NO_CLOCK_AND_NO_CHANCE = noClasses()
            .that()
            .resideInAPackage("dev.toolcheckpoint.protocol..")
            .should()
            .dependOnClassesThat(describe(
                    "a clock or a source of chance",
                    (JavaClass type) -> Set.of(
                                    "java.time.Clock",
                                    "java.time.InstantSource",
                                    "java.lang.System",
                                    "java.util.UUID",
                                    "java.util.Random",
                                    "java.security.SecureRandom",
                                    "java.util.concurrent.ThreadLocalRandom")
                            .contains(type.getName())))
            .orShould()
            .accessTargetWhere(clockOrChance());

    @ArchTest
    static final ArchRule TIME_AND_CHANCE_COME_IN_AT_THE_EDGES = noClasses()
            .that(are(not(describe("an edge", (JavaClass type) -> EDGES.contains(type.getName())))))
            .should()
            .accessTargetWhere(clockOrChance())
            .orShould()
            .dependOnClassesThat(
                    describe("SecureRandom", (JavaClass type) -> type.getName().equals("java.security.SecureRandom")));

    @ArchTest
    static final ArchRule OPTIONAL_IS_NO_PARAMETER = methods()
            .should(new ArchCondition<>("have no Optional parameter") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                    boolean takesOptional = method.getRawParameterTypes().stream()
                            .anyMatch(type -> type.isEquivalentTo(Optional.class));
                    boolean generated = method.getModifiers().contains(JavaModifier.SYNTHETIC);
                    if (takesOptional && !generated) {
                        events.add(SimpleConditionEvent.violated(method, method.getFullName() + " takes an Optional"));
                    }
                }
            });

    @ArchTest
    static final ArchRule NO_CHECKED_EXCEPTIONS_IN_THE_API = methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .should(new ArchCondition<>("throw no checked exception") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                    boolean spi = MAY_THROW_CHECKED.stream()
                            .anyMatch(type -> method.getOwner().isEquivalentTo(type));
                    method.getThrowsClause().getTypes().stream()
                            .filter(type ->
                                    !type.isAssignableTo(RuntimeException.class) && !type.isAssignableTo(Error.class))
                            .filter(type -> !spi)
                            .forEach(type -> events.add(SimpleConditionEvent.violated(
                                    method, method.getFullName() + " throws " + type.getName())));
                }
            });

    @ArchTest
    static final ArchRule ONLY_THE_RUNNER_EXECUTES_TOOLS = noClasses()
            .that(are(not(resideInAPackage("dev.toolcheckpoint.tool.."))))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ToolHandler.class);

    @ArchTest
    static final ArchRule ONLY_WRITES_TALKS_TO_THE_STORE = noClasses()
            .that()
            .resideInAPackage("dev.toolcheckpoint.journal..")
            .and()
            .doNotHaveSimpleName("Writes")
            .should()
            .accessTargetWhere(describe(
                    "a write or a read of the store",
                    (JavaAccess<?> access) -> access.getTargetOwner()
                                    .getSimpleName()
                                    .equals("CheckpointStore")
                            && Set.of("createIfAbsent", "compareAndSwap", "find", "loadPayload", "seal", "digest")
                                    .contains(access.getName())));

    private static DescribedPredicate<JavaAccess<?>> clockOrChance() {
        return describe(
                "a clock or a source of chance",
                access -> CLOCK_AND_CHANCE.contains(access.getTargetOwner().getName() + "."
                        + access.getTarget().getName()));
    }
}
