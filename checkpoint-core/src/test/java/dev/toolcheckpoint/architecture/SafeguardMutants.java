package dev.toolcheckpoint.architecture;

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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every safeguard of {@code docs/safeguards.md} has a mutant, and every mutant dies by an assertion of the test that the
 * document names: the sources are changed, compiled and loaded beside the tests, and the test is run. Part of the profile
 * {@code mutation}, not of a normal build.
 */
class SafeguardMutants {

    private static final Path DOCUMENT = Path.of("..", "docs", "safeguards.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|.*\\| `(\\w+)` \\| `(\\w+)` \\|$");

    @TempDir
    static Path scratch;

    @BeforeAll
    static void unchangedSources_passEveryKiller() throws IOException {
        MutatedClasses unchanged = MutatedClasses.of(List.of(), scratch);
        for (String killer : Mutants.all().map(Mutant::killer).distinct().toList()) {
            assertThat(unchanged.failuresOf(killer))
                    .as("%s without a mutant", killer)
                    .isEmpty();
        }
    }

    static Stream<Mutant> everyMutant() {
        return Mutants.all();
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
        Set<String> listed = ROW.matcher(Files.readString(DOCUMENT))
                .results()
                .map(SafeguardMutants::line)
                .collect(Collectors.toSet());

        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(Mutants.all()
                        .map(mutant -> mutant.id() + " " + mutant.place() + " " + mutant.killerName())
                        .toList());
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
    record Mutant(String id, String killer, List<Edit> edits) {

        String place() {
            return edits.get(0).type().substring(edits.get(0).type().indexOf('.') + 1);
        }

        String killerName() {
            return killer.substring(killer.indexOf('.') + 1);
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
    record Edit(String type, String from, String to) {}
}
