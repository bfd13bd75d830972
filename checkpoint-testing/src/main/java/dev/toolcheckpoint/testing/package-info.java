/**
 * What a store, and code on top of one, is tested with: the contract kit, a virtual clock, a store that fails as a script
 * says, and random histories that shrink.
 *
 * <h2>Testing a store of your own</h2>
 *
 * <p>Add {@code checkpoint-testing} with scope {@code test}, and extend {@link
 * dev.toolcheckpoint.testing.CheckpointStoreContract}. This is all of it:
 *
 * <pre>{@code
 * class FileStoreTest extends CheckpointStoreContract {
 *
 *     @TempDir Path folder;
 *
 *     @Override protected CheckpointStore open() {
 *         return new FileStore(folder); // the same data each time it is called within a test
 *     }
 *
 *     @Override protected Set<Corruption> possibleCorruptions() {
 *         return Set.of(Corruption.UNDECODABLE, Corruption.PAYLOAD_MISSING);
 *     }
 *
 *     @Override protected boolean corrupt(CheckpointKey key, Corruption corruption) {
 *         switch (corruption) {
 *             case UNDECODABLE -> write(folder.resolve(key.id()), "no record");
 *             case PAYLOAD_MISSING -> delete(folder.resolve(key.id() + ".payload"));
 *             default -> {
 *                 return false;
 *             }
 *         }
 *         return true;
 *     }
 *
 *     @Override protected Object rawForm(CheckpointKey key) {
 *         return read(folder.resolve(key.id())); // compared before and after refused writes
 *     }
 * }
 * }</pre>
 *
 * <p>The kit has about 180 tests in ten groups: create-if-absent, compare-and-swap, round trip of every state and field,
 * payloads, races, reopening, quarantine of broken records, namespaces, attention and listing. They take three seconds
 * against a map. A corruption that you don't declare is reported as aborted, with the reason; declare as many as you can
 * make. Where a store is different by its nature it says so by overriding {@code listingLag}, {@code listsInKeyOrder} or
 * {@code checksRecordOnSwap}; where it is slow, {@code raceRounds}. The groups are tagged {@code create}, {@code swap}, {@code
 * round-trip}, {@code payloads}, {@code races}, {@code reopening}, {@code quarantine}, {@code namespaces}, {@code attention}
 * and {@code listing}; with Maven, {@code -Dtest=FileStoreTest -Dgroups=races} runs one of them (a filter by method name
 * does not reach nested tests).
 *
 * <p>What new stores fail first: {@code swap_ownWriteAgain_isStored} (a repeat of a write that was stored must be recognised
 * by its write id), {@code swap_equalRevisionOfAnotherWriteId_isRefused} (the condition needs both), {@code
 * payload_staysThroughLaterWrites} (a later write comes without the payload), {@code names_ofAnyText_comeBackUnchanged}
 * with lone surrogates (UTF-8 has none) and {@code times_atTheEndsOfTheRange_comeBackToTheMillisecond} (texts that leave out
 * zeros, years past 9999).
 *
 * <h2>Testing code on top of a store</h2>
 *
 * <pre>{@code
 * VirtualClock clock = new VirtualClock();
 * FaultInjectingStore faults = new FaultInjectingStore(new InMemoryCheckpointStore());
 *
 * faults.onCall(Operation.SWAP, 1, Fault.loseAnswer());                    // applied, nobody hears of it
 * faults.next(Operation.CREATE, Fault.hold());                             // a late packet ...
 * faults.next(Operation.FIND, Fault.delayBefore(clock, Duration.ofSeconds(2)).after(() -> other.begin(intent)));
 * ...
 * faults.releaseAll();                                                     // ... arrives now
 * faults.assertAllFaultsMet();
 * }</pre>
 *
 * <p>{@link dev.toolcheckpoint.testing.Histories} runs random histories and shrinks the one that fails; {@link
 * dev.toolcheckpoint.testing.Coverage} fails when they never met what they should. {@link
 * dev.toolcheckpoint.testing.CallWalk} takes one call through its states.
 */
@NullMarked
package dev.toolcheckpoint.testing;

import org.jspecify.annotations.NullMarked;
