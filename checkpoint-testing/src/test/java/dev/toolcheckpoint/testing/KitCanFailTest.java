package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A kit that nothing fails proves nothing: each of these stores breaks one promise, and the kit names it. */
class KitCanFailTest {

    @Test
    void soundStore_failsNothing() {
        assertThat(failuresOf(Sound.class)).isEmpty();
    }

    @Test
    void blindPut_isFound() {
        assertThat(failuresOf(BlindPut.class))
                .contains(
                        "create_present_isRefusedWithTheRecordThatIsThere",
                        "swap_overtaken_isRefusedWithTheOvertaker",
                        "swap_equalRevisionOfAnotherWriteId_isRefused",
                        "swap_missing_isRefusedWithoutARecordAndMakesNone",
                        "creators_ofOneKey_exactlyOneWins",
                        "swappers_ofOneRecord_exactlyOneWins",
                        "threadsOnSharedKeys_loseNoAcknowledgedWrite");
    }

    @Test
    void revisionOnlyCondition_isFound() {
        assertThat(failuresOf(RevisionOnly.class))
                .contains("swap_equalRevisionOfAnotherWriteId_isRefused")
                .doesNotContain("swap_overtaken_isRefusedWithTheOvertaker");
    }

    @Test
    void checkThenPut_isFoundByTheRaces() {
        assertThat(failuresOf(CheckThenPut.class))
                .contains("swappers_ofOneRecord_exactlyOneWins")
                .doesNotContain("swap_overtaken_isRefusedWithTheOvertaker");
    }

    @Test
    void forgottenOwnWriteRule_isFound() {
        assertThat(failuresOf(NoOwnWriteRule.class))
                .contains(
                        "create_ownWriteAgain_isStored",
                        "swap_ownWriteAgain_isStored",
                        "swap_ownCompletionAgain_isStoredWithTheSameBytes",
                        "repeatsOfOneWrite_areAllStoredAndCountOnce");
    }

    @Test
    void resurrection_isFound() {
        assertThat(failuresOf(Resurrecting.class)).containsExactly("swap_missing_isRefusedWithoutARecordAndMakesNone");
    }

    @Test
    void lostPayload_isFound() {
        assertThat(failuresOf(PayloadLosing.class))
                .contains(
                        "payload_staysThroughLaterWrites",
                        "payload_staysThroughAWriteFromTheRecordAsItWasFound",
                        "payload_ofThisSize_comesBackToTheByte");
    }

    @Test
    void lossyText_isFound() {
        assertThat(failuresOf(LossyText.class)).containsExactly("names_ofAnyText_comeBackUnchanged");
    }

    @Test
    void refusalWithoutItsRecord_isFound() {
        assertThat(failuresOf(SilentRefusal.class))
                .contains(
                        "create_present_isRefusedWithTheRecordThatIsThere", "swap_overtaken_isRefusedWithTheOvertaker");
    }

    @Test
    void deletedExpiredRecords_areFound() {
        assertThat(failuresOf(Expiring.class)).contains("expired_butStillThere_isFoundInFull");
    }

    @Test
    void brokenRecordTreatedAsAbsent_isFound() {
        assertThat(failuresOf(BrokenIsAbsent.class)).contains("brokenRecord_isATypedErrorAndNeverOverwritten");
    }

    @Test
    void listingThatSkips_isFound() {
        assertThat(failuresOf(Skipping.class))
                .contains(
                        "list_inPagesOfThisSize_coversEveryRecordExactlyOnce",
                        "attention_inPagesOfThisSize_isOrderedByTimeAndCoversAllOnce");
    }

    @Test
    void undeclaredCorruption_thatTheHookMakesAllTheSame_isFound() {
        assertThat(failuresOf(Undeclared.class))
                .contains(
                        "brokenRecord_isATypedErrorAndNeverOverwritten",
                        "unreadablePayload_isATypedErrorAndNeverAbsent");
    }

    /** The names of the kit's tests that fail. */
    private static Set<String> failuresOf(Class<? extends CheckpointStoreContract> kit) {
        Set<String> failed = new TreeSet<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(kit))
                .build();
        int[] run = {0};
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
        assertThat(run[0]).as("the tests of the kit that ran").isGreaterThan(150);
        return failed;
    }

    /** Few racers and rounds: what is looked for shows at once. */
    abstract static class Quick extends CheckpointStoreContract {
        final BrokenStore store = new BrokenStore();

        @Override
        protected CheckpointStore open() {
            return store;
        }

        @Override
        protected Set<Corruption> possibleCorruptions() {
            return MemoryCorruption.POSSIBLE;
        }

        @Override
        protected boolean corrupt(CheckpointKey key, Corruption corruption) {
            return MemoryCorruption.corrupt(store.sound(), key, corruption);
        }

        @Override
        protected int racers() {
            return 8;
        }

        @Override
        protected int raceRounds() {
            return 30;
        }
    }

    static class Sound extends Quick {}

    static class BlindPut extends Quick {
        BlindPut() {
            store.fault(BrokenStore.Promise.CONDITION);
        }
    }

    static class RevisionOnly extends Quick {
        RevisionOnly() {
            store.fault(BrokenStore.Promise.WRITE_ID);
        }
    }

    static class CheckThenPut extends Quick {
        CheckThenPut() {
            store.fault(BrokenStore.Promise.ATOMICITY);
        }
    }

    static class NoOwnWriteRule extends Quick {
        NoOwnWriteRule() {
            store.fault(BrokenStore.Promise.OWN_WRITES);
        }
    }

    static class Resurrecting extends Quick {
        Resurrecting() {
            store.fault(BrokenStore.Promise.MISSING_STAYS_MISSING);
        }
    }

    static class PayloadLosing extends Quick {
        PayloadLosing() {
            store.fault(BrokenStore.Promise.PAYLOAD);
        }
    }

    static class LossyText extends Quick {
        LossyText() {
            store.fault(BrokenStore.Promise.TEXT);
        }
    }

    static class SilentRefusal extends Quick {
        SilentRefusal() {
            store.fault(BrokenStore.Promise.CURRENT_RECORD);
        }
    }

    static class Expiring extends Quick {
        Expiring() {
            store.fault(BrokenStore.Promise.EXPIRED_STAYS);
        }
    }

    static class BrokenIsAbsent extends Quick {
        BrokenIsAbsent() {
            store.fault(BrokenStore.Promise.QUARANTINE);
        }
    }

    static class Skipping extends Quick {
        Skipping() {
            store.fault(BrokenStore.Promise.PAGING);
        }
    }

    static class Undeclared extends Quick {
        @Override
        protected Set<Corruption> possibleCorruptions() {
            return Set.of();
        }
    }
}
