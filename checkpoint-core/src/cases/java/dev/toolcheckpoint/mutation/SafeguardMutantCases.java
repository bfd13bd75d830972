package dev.toolcheckpoint.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every safeguard that {@code docs/safeguards.md} lists for a module has a mutant, and every mutant dies by an assertion of the test
 * that the document names: the sources are changed, compiled and loaded beside the tests, and the test is run. Part of the profile
 * {@code mutation}, not of a normal build.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SafeguardMutantCases {

    private static final Path DOCUMENT = Path.of("..", "docs", "safeguards.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|.*\\| `(\\w+)` \\| `(\\w+)` \\|$");

    private final String module;
    private final List<Mutant> mutants;

    @TempDir
    static Path scratch;

    /**
     * Mutants of a module.
     *
     * @param module its heading in the document
     * @param mutants in the document's order
     */
    protected SafeguardMutantCases(String module, Stream<Mutant> mutants) {
        this.module = module;
        this.mutants = mutants.toList();
    }

    @BeforeAll
    void unchangedSources_passEveryKiller() throws IOException {
        MutatedClasses unchanged = MutatedClasses.of(List.of(), scratch);
        for (String killer : mutants.stream().map(Mutant::killer).distinct().toList()) {
            assertThat(unchanged.failuresOf(killer))
                    .as("%s without a mutant", killer)
                    .isEmpty();
        }
    }

    List<Mutant> everyMutant() {
        return mutants;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyMutant")
    void mutant_diesByAnAssertion(Mutant mutant) throws IOException {
        List<Throwable> failures = MutatedClasses.of(mutant.edits(), scratch).failuresOf(mutant.killer());

        assertThat(failures)
                .as("%s must make %s fail by an assertion", mutant, mutant.killer())
                .hasAtLeastOneElementOfType(AssertionError.class);
    }

    @Test
    void document_listsTheMutants() throws IOException {
        Set<String> listed =
                ROW.matcher(section()).results().map(SafeguardMutantCases::line).collect(Collectors.toSet());

        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(mutants.stream()
                        .map(mutant -> mutant.id() + " " + mutant.place() + " " + mutant.killerName())
                        .toList());
    }

    /** What the document says about the module. */
    private String section() throws IOException {
        String[] parts = Files.readString(DOCUMENT).split("(?m)^## " + Pattern.quote(module) + "$", 2);
        assertThat(parts).as("the heading of %s", module).hasSize(2);
        return parts[1].split("(?m)^## ", 2)[0];
    }

    private static String line(MatchResult row) {
        return row.group(1) + " " + row.group(2) + " " + row.group(3);
    }

    /**
     * A safeguard that is switched off.
     *
     * @param id as the document names it
     * @param killer the test class that must fail, without {@code dev.toolcheckpoint.}
     * @param edits the changes; the first one is in the class that the document names
     */
    public record Mutant(String id, String killer, List<Edit> edits) {

        /** A safeguard that is switched off by these changes. */
        public static Mutant of(String id, String killer, Edit... edits) {
            return new Mutant(id, killer, List.of(edits));
        }

        String place() {
            return last(edits.get(0).type());
        }

        String killerName() {
            return last(killer);
        }

        private static String last(String name) {
            return name.substring(name.lastIndexOf('.') + 1);
        }

        @Override
        public String toString() {
            return id;
        }
    }

    /**
     * A change of a source.
     *
     * @param type the class, without {@code dev.toolcheckpoint.}
     * @param from what stands there, exactly once
     * @param to what stands there instead
     */
    public record Edit(String type, String from, String to) {}
}
