package dev.toolcheckpoint.runs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.toolcheckpoint.runs.kit.RunStoreContract;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A kit that nothing fails proves nothing: each of these stores breaks one promise, and the kit names it. */
class RunKitCanFailTest {

    @Test
    void soundStore_failsNothing() {
        assertThat(failuresOf(BrokenRunStore.Promise.NONE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CONDITIONS,             expectation_besideAWriteOfTheItem_decidesIt",
        "CONDITIONS,             writers_ofOneCell_exactlyOneWinsEveryRound",
        "FENCES,                 expectation_besideAWriteOfTheItem_decidesIt",
        "FENCE_STAYS,            expectation_ofADeletion_decidesIt",
        "QUESTIONS,              expectation_ofAnItemThatIsOnlyAsked_decidesTheOthersAndChangesNothingOfIt",
        "QUESTIONS_MAKE_NOTHING, question_ofANewItem_makesNone",
        "ALL_OR_NOTHING,         oneFailingExpectation_anywhere_writesNothing",
        "ALL_OR_NOTHING,         longestCommit_isAppliedWholeOrNotAtAll",
        "ONE_AT_A_TIME,          creators_ofOneItem_exactlyOneWinsEveryRound",
        "ONE_AT_A_TIME,          ownerAndItsSuccessor_neverBothWriteAfterTheTakeover",
        "ONE_AT_A_TIME,          movers_betweenItems_loseNoTicket",
        "OTHER_CELLS_STAY,       writer_thatAsksForAnotherCell_writesOnlyItsOwn",
        "CELL_OF_ONE_WRITER,     writers_ofDifferentCells_dontDisturbEachOther",
        "DELETION,               deletion_takesAllCells_andACreationStartsFromNothing",
        "BYTES,                  body_ofEveryByte_comesBack",
        "SECRECY,                body_ofThisSize_comesBackToTheByte",
        "DUE_STAYS,              dueTime_thatAChangeDoesNotSet_stays",
        "DUE_BOUND,              due_isBeforeTheInstantAndNotAtIt",
        "PARTITIONS,             partitions_whoseNamesLookAlike_areApart",
        "NAMESPACES,             namespaces_whoseNamesLookAlike_areApart",
        "ORDER,                  load_ordersBySortKeyInUtf16Units",
        "PAGES,                  due_inPagesOfThisSize_coversAllOnce",
        "PAGES,                  list_inPagesOfThisSize_coversEveryItemOnce",
        "PAGES_BY_PLACE,         due_withChangesBetweenPages_coversWhatStayedExactlyOnce",
        "PAGES_BY_PLACE,         list_withChangesBetweenPages_coversWhatStayedExactlyOnce",
        "CURSORS,                due_ofCursorsThatAreNotItsOwn_isRefused",
        "WHOLE_LOADS,            reader_amongCommits_seesNoneInPart",
        "REOPENING,              reopened_everythingIsThere"
    })
    void brokenPromise_isFoundByTheTestOfIt(BrokenRunStore.Promise promise, String test) {
        assertThat(failuresOf(promise)).contains(test);
    }

    private static final ThreadLocal<BrokenRunStore.Promise> BROKEN =
            ThreadLocal.withInitial(() -> BrokenRunStore.Promise.NONE);

    /** The names of the kit's tests that fail. */
    private static Set<String> failuresOf(BrokenRunStore.Promise promise) {
        Set<String> failed = new TreeSet<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Quick.class))
                .build();
        int[] run = {0};
        BROKEN.set(promise);
        try {
            LauncherFactory.create().execute(request, new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    run[0] += test.isTest() ? 1 : 0;
                    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                        failed.add(test.getSource()
                                .filter(MethodSource.class::isInstance)
                                .map(source -> ((MethodSource) source).getMethodName())
                                .orElse(test.getDisplayName()));
                    }
                }
            });
        } finally {
            BROKEN.remove();
        }
        assertThat(run[0]).as("the tests of the kit that ran").isGreaterThan(180);
        return failed;
    }

    /** Few racers and rounds, and small bodies: what is looked for shows at once. */
    static class Quick extends RunStoreContract {
        final BrokenRunStore store = new BrokenRunStore(BROKEN.get());

        @Override
        protected RunStore open() {
            return store;
        }

        @Override
        protected int largestBody() {
            return 300_000;
        }

        @Override
        protected int racers() {
            return 8;
        }

        @Override
        protected int raceRounds() {
            return 40;
        }
    }
}
