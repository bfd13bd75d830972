package dev.toolcheckpoint.lambda;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * R31: nothing that must differ between two copies of a process is made when a class or an object is initialised. The main classes of
 * every module that a function is made of are read.
 */
class R31NothingKeptTest {

    /** What gives another value each time. */
    private static final Set<String> UNIQUE = Set.of(
            "java.time.Instant.now",
            "java.time.Clock.instant",
            "java.time.Clock.millis",
            "java.time.InstantSource.instant",
            "java.time.InstantSource.millis",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(R31NothingKeptTest::ofAFunction)
            .importPackages("dev.toolcheckpoint");

    /** A module's classes, or its jar: a build that got as far as packaging has that on the class path. */
    private static boolean ofAFunction(Location location) {
        return List.of("checkpoint-core", "checkpoint-dynamo", "lambda-handlers").stream()
                .map(module -> "/" + module + "/target/")
                .anyMatch(target -> location.contains(target + "classes/")
                        || (location.contains(target + target.split("/", -1)[1] + "-")
                                && !location.contains("-tests.jar")));
    }

    @Test
    void initialisers_drawNothing_howeverDeep() {
        assertThat(drawing(CLASSES)).isEmpty();
        assertThat(CLASSES.stream().filter(type -> type.getName().contains(".dynamo.")))
                .hasSizeGreaterThan(20);
    }

    @Test
    void fields_holdNoGeneratorOfTheirOwn() {
        noFields().should(BeAGenerator.INSTANCE).check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat(are(describe(
                        "a generator that a snapshot copies",
                        (JavaClass type) -> type.isAssignableTo(Random.class)
                                && !type.isEquivalentTo(SecureRandom.class)
                                && !type.isEquivalentTo(Random.class))))
                .check(CLASSES);
    }

    /** The scan finds what it is there for. */
    @Test
    void scan_findsEachWayToKeepSomething() {
        assertThat(drawing(new ClassFileImporter()
                        .importClasses(StaticId.class, InstanceTime.class, Behind.class, Seeded.class, Harmless.class)))
                .extracting(found -> found.substring(found.lastIndexOf('$') + 1))
                .containsExactlyInAnyOrder("StaticId", "InstanceTime", "Behind", "Seeded");
    }

    @SuppressWarnings("unused")
    static final class StaticId {
        static final String ID = UUID.randomUUID().toString();
    }

    @SuppressWarnings("unused")
    static final class InstanceTime {
        final Instant started = Clock.systemUTC().instant();
    }

    @SuppressWarnings("unused")
    static final class Behind {
        static final long SEED = first();

        private static long first() {
            return second();
        }

        private static long second() {
            return System.nanoTime();
        }
    }

    @SuppressWarnings("unused")
    static final class Seeded {
        static final byte[] SALT = new byte[16];

        static {
            new SecureRandom().nextBytes(SALT);
        }
    }

    @SuppressWarnings("unused")
    static final class Harmless {
        static final java.util.function.Supplier<String> IDS =
                () -> UUID.randomUUID().toString();

        String perCall() {
            return UUID.randomUUID().toString();
        }
    }

    /** The classes that draw while one of them, or of its objects, is initialised. */
    private static Set<String> drawing(JavaClasses classes) {
        return classes.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit instanceof JavaStaticInitializer || unit instanceof JavaConstructor)
                .filter(unit -> reaches(unit, classes))
                .map(unit -> unit.getOwner().getName())
                .collect(Collectors.toSet());
    }

    /** Whether a call from here, not from a lambda that is only made here, ends at something unique. */
    private static boolean reaches(JavaCodeUnit start, JavaClasses classes) {
        Deque<JavaCodeUnit> open = new ArrayDeque<>(List.of(start));
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty()) {
            JavaCodeUnit unit = open.pop();
            if (!seen.add(unit.getFullName())) {
                continue;
            }
            for (JavaMethodCall call : unit.getMethodCallsFromSelf()) {
                if (call.isDeclaredInLambda()) {
                    continue;
                }
                if (unique(call)) {
                    return true;
                }
                if (classes.contain(call.getTargetOwner().getName())) {
                    call.getTarget().resolveMember().ifPresent(open::push);
                }
            }
        }
        return false;
    }

    private static boolean unique(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        return UNIQUE.contains(owner.getName() + "." + call.getName())
                || (owner.isAssignableTo(RandomGenerator.class)
                        && call.getName().startsWith("next"));
    }

    private static final class BeAGenerator extends com.tngtech.archunit.lang.ArchCondition<JavaField> {
        private static final BeAGenerator INSTANCE = new BeAGenerator();

        private BeAGenerator() {
            super("be a generator");
        }

        @Override
        public void check(JavaField field, com.tngtech.archunit.lang.ConditionEvents events) {
            JavaClass type = field.getRawType();
            events.add(new com.tngtech.archunit.lang.SimpleConditionEvent(
                    field,
                    type.isAssignableTo(RandomGenerator.class) || type.isEquivalentTo(UUID.class),
                    field.getFullName() + " is a " + type.getName()));
        }
    }
}
