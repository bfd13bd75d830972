package dev.toolcheckpoint.explorer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One global state, as numbers: the record, the time, what may still go wrong, what happened outside, one local state per
 * actor, and what is on the wire. Equal worlds have equal futures.
 */
final class World {

    /** What may still go wrong, counted down. */
    enum Budget {
        CRASH(0),
        LOST_ANSWER(1),
        LATE_PACKET(2),
        TIMEOUT(3),
        NO_EFFECT(4),
        SLOW_ANSWER(5);

        private final int slot;

        Budget(int slot) {
            this.slot = slot;
        }
    }

    private static final int RECORD = 0;
    private static final int TIME = 1;
    private static final int BUDGETS = 2;
    private static final int EFFECTS = BUDGETS + 7;
    private static final int FORGETS_AT = EFFECTS + 1;
    private static final int ARRIVALS = FORGETS_AT + 1;
    private static final int BODIES = ARRIVALS + 1;
    private static final int ACTORS = BODIES + 1;
    private static final int PER_ACTOR = 3;
    private static final int ALL = BUDGETS + 6;
    private static final int CRASHED = -1;
    private static final int OVER = -2;

    private final int[] numbers;
    private final int actors;
    private final int packets;
    /** How the search came here; kept only while a schedule is reconstructed. */
    @Nullable
    World before;

    @Nullable
    Move by;

    /** Where the last move took its actor. */
    @Nullable
    LocalState reached;

    private World(int[] numbers, int actors, int packets) {
        this.numbers = numbers;
        this.actors = actors;
        this.packets = packets;
    }

    static World start(int actors, int packets, int flights) {
        return new World(new int[ACTORS + PER_ACTOR * actors + packets + 2 * flights], actors, packets);
    }

    World copy() {
        return new World(numbers.clone(), actors, packets);
    }

    int record() {
        return numbers[RECORD];
    }

    void record(int record) {
        numbers[RECORD] = record;
    }

    int time() {
        return numbers[TIME];
    }

    void tick() {
        numbers[TIME]++;
    }

    int left(Budget budget) {
        return Math.min(numbers[BUDGETS + budget.slot], numbers[ALL]);
    }

    void left(Budget budget, int count) {
        numbers[BUDGETS + budget.slot] = count;
    }

    void spend(Budget budget) {
        numbers[BUDGETS + budget.slot]--;
        numbers[ALL]--;
    }

    /** How much may still go wrong in all. */
    void allFaults(int count) {
        numbers[ALL] = count;
    }

    /** Effects as the downstream counts them. */
    int effects() {
        return numbers[EFFECTS];
    }

    void addEffect() {
        numbers[EFFECTS]++;
    }

    /** When the downstream forgets the key; 0 when it never saw it. */
    int forgetsAt() {
        return numbers[FORGETS_AT];
    }

    void forgetsAt(int time) {
        numbers[FORGETS_AT] = time;
    }

    int arrivals() {
        return numbers[ARRIVALS];
    }

    void addArrival() {
        numbers[ARRIVALS]++;
    }

    /** What is stored of payloads beside the record. */
    int bodies() {
        return numbers[BODIES];
    }

    void bodies(int bodies) {
        numbers[BODIES] = bodies;
    }

    int state(int actor) {
        return numbers[at(actor)];
    }

    boolean crashed(int actor) {
        return state(actor) == CRASHED;
    }

    /** Whether the actor ended, one way or the other. */
    boolean ended(int actor) {
        return state(actor) < 0;
    }

    /** The actor's program is over; how it got there makes no difference any more. */
    void end(int actor) {
        moveTo(actor, OVER);
    }

    /** The actor goes on from here: nothing of it is under way. */
    void moveTo(int actor, int state) {
        numbers[at(actor)] = state;
        numbers[at(actor) + 1] = 0;
        numbers[at(actor) + 2] = 0;
    }

    void crash(int actor) {
        moveTo(actor, CRASHED);
    }

    /** The store's answer that is on its way; 0 when none is. */
    int reply(int actor) {
        return numbers[at(actor) + 1];
    }

    void reply(int actor, int reply) {
        numbers[at(actor) + 1] = reply;
    }

    /** Whether the actor's request was carried out. */
    boolean landed(int actor) {
        return numbers[at(actor) + 2] != 0;
    }

    void land(int actor) {
        numbers[at(actor) + 2] = 1;
    }

    private static int at(int actor) {
        return ACTORS + PER_ACTOR * actor;
    }

    int packets() {
        return packets;
    }

    /** A write under way that nobody waits for any more; 0 for none. */
    int packet(int slot) {
        return numbers[ACTORS + PER_ACTOR * actors + slot];
    }

    void addPacket(int write) {
        numbers[freeSlot(packetsStart(), packets)] = write;
        Arrays.sort(numbers, packetsStart(), packetsStart() + packets);
    }

    void removePacket(int slot) {
        numbers[packetsStart() + slot] = 0;
        Arrays.sort(numbers, packetsStart(), packetsStart() + packets);
    }

    private int packetsStart() {
        return ACTORS + PER_ACTOR * actors;
    }

    int flights() {
        return (numbers.length - packetsStart() - packets) / 2;
    }

    /** Until when (in real time, exclusive) an abandoned request to the downstream may still land; 0 for none. */
    int effectFlight(int slot) {
        return numbers[packetsStart() + packets + slot];
    }

    /** The same for an abandoned request to the receiver. */
    int deliveryFlight(int slot) {
        return numbers[packetsStart() + packets + flights() + slot];
    }

    void addEffectFlight(int until) {
        addFlight(packetsStart() + packets, until);
    }

    void addDeliveryFlight(int until) {
        addFlight(packetsStart() + packets + flights(), until);
    }

    void removeEffectFlight(int slot) {
        removeFlight(packetsStart() + packets, slot);
    }

    void removeDeliveryFlight(int slot) {
        removeFlight(packetsStart() + packets + flights(), slot);
    }

    /** Requests whose time is over never land. */
    void dropOldFlights() {
        int start = packetsStart() + packets;
        for (int index = start; index < numbers.length; index++) {
            if (numbers[index] <= time()) {
                numbers[index] = 0;
            }
        }
        Arrays.sort(numbers, start, start + flights());
        Arrays.sort(numbers, start + flights(), numbers.length);
    }

    private void addFlight(int start, int until) {
        numbers[freeSlot(start, flights())] = until;
        Arrays.sort(numbers, start, start + flights());
    }

    private void removeFlight(int start, int slot) {
        numbers[start + slot] = 0;
        Arrays.sort(numbers, start, start + flights());
    }

    private int freeSlot(int start, int count) {
        for (int index = start; index < start + count; index++) {
            if (numbers[index] == 0) {
                return index;
            }
        }
        throw new IllegalStateException("More is on the wire than the scenario has room for.");
    }

    /** 64 bits that stand for the whole: two of a few million worlds share them with a probability below one in a million. */
    long fingerprint() {
        long hash = 0x9E3779B97F4A7C15L;
        for (int number : numbers) {
            hash = (hash ^ number) * 0xBF58476D1CE4E5B9L;
            hash ^= hash >>> 29;
            hash *= 0x94D049BB133111EBL;
            hash ^= hash >>> 32;
        }
        return hash == 0 ? 1 : hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof World world && Arrays.equals(numbers, world.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }
}
