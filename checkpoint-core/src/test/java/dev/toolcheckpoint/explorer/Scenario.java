package dev.toolcheckpoint.explorer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.CheckpointStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who takes part and what may go wrong. Times are milliseconds, and the clock ticks in milliseconds. Defaults: manual
 * recovery, leases of 2, no skew margin, no quiescence, 6 ticks, each write sent twice at most, two faults at
 * most of those that are allowed, none allowed.
 */
final class Scenario {

    /** The call of every scenario. */
    static final String CALL_ID = "call";

    static final String TOOL = "send";
    static final JsonNode INPUT = JsonNodeFactory.instance.objectNode().put("to", "somebody");

    private final String name;
    private final Pool.Shared pool = new Pool.Shared();
    private final List<Actor> actors = new ArrayList<>();
    private final Map<World.Budget, Integer> budgets = new EnumMap<>(World.Budget.class);
    private Recovery recovery = Recovery.manual();
    private int lease = 2;
    private int skewMargin;
    private int quiescence;
    private int horizon = 6;
    private int maxSends = 2;
    private int faults = 2;
    private int forgetsEarlier;
    private boolean idempotentDelivery;
    private @Nullable Checkpoint initial;
    private @Nullable Function<Checkpoint, String> bodyPlace;

    private Scenario(String name) {
        this.name = name;
    }

    static Scenario named(String name) {
        return new Scenario(name);
    }

    Scenario idempotent(int retryFor, int maxAttempts) {
        recovery = new Recovery.Idempotent(Duration.ofMillis(retryFor), maxAttempts);
        return this;
    }

    Scenario lease(int millis) {
        lease = millis;
        return this;
    }

    Scenario skewMargin(int millis) {
        skewMargin = millis;
        return this;
    }

    Scenario quiescence(int millis) {
        quiescence = millis;
        return this;
    }

    Scenario horizon(int millis) {
        horizon = millis;
        return this;
    }

    Scenario maxSends(int sends) {
        maxSends = sends;
        return this;
    }

    /** How much may go wrong in one schedule, in all. */
    Scenario faults(int count) {
        faults = count;
        return this;
    }

    /** What may go wrong, and how often. */
    Scenario allow(World.Budget budget, int count) {
        budgets.put(budget, count);
        return this;
    }

    /** The receiver deduplicates. */
    Scenario idempotentDelivery() {
        idempotentDelivery = true;
        return this;
    }

    /** The downstream keeps keys for less than the design asks of it. */
    Scenario downstreamForgetsEarlier(int millis) {
        forgetsEarlier = millis;
        return this;
    }

    /** Those added from here on keep payloads beside the record, at this place; the record stays as it is once it has an outcome. */
    Scenario bodiesAt(Function<Checkpoint, String> place) {
        bodyPlace = place;
        return this;
    }

    /** Where the payload of a record with an outcome is; {@code null} when in the record. */
    @Nullable
    Function<Checkpoint, String> bodyPlace() {
        return bodyPlace;
    }

    private Function<Wire, CheckpointStore> bodyFirst(Function<Wire, CheckpointStore> storeOf) {
        Function<Checkpoint, String> place = bodyPlace;
        return place == null ? storeOf : wire -> new BodyFirstStore(storeOf.apply(wire), wire, place);
    }

    /** There is a record already. */
    Scenario startingFrom(Checkpoint record) {
        initial = record;
        return this;
    }

    Scenario worker(String actor, int clockOffset, Function<Scenario, Program> program) {
        return worker(actor, clockOffset, program, wire -> wire);
    }

    /** A worker whose store is broken. */
    Scenario worker(
            String actor,
            int clockOffset,
            Function<Scenario, Program> program,
            Function<Wire, CheckpointStore> storeOf) {
        actors.add(new Actor(actor, Actor.Role.WORKER, clockOffset, program.apply(this), this, bodyFirst(storeOf)));
        return this;
    }

    Scenario operator(String actor, int clockOffset, Function<Scenario, Program> program) {
        actors.add(
                new Actor(actor, Actor.Role.OPERATOR, clockOffset, program.apply(this), this, bodyFirst(wire -> wire)));
        return this;
    }

    World start() {
        int crashes = budgets.getOrDefault(World.Budget.CRASH, 0);
        int late = budgets.getOrDefault(World.Budget.LATE_PACKET, 0);
        int timeouts = budgets.getOrDefault(World.Budget.TIMEOUT, 0);
        World world = World.start(actors.size(), late, crashes + timeouts + actors.size());
        budgets.forEach(world::left);
        world.allFaults(faults);
        world.record(pool.records.number(initial));
        return world;
    }

    String name() {
        return name;
    }

    Pool.Shared pool() {
        return pool;
    }

    List<Actor> actors() {
        return actors;
    }

    int localStates() {
        return actors.stream().mapToInt(Actor::localStates).sum();
    }

    Recovery recovery() {
        return recovery;
    }

    boolean manual() {
        return recovery instanceof Recovery.Manual;
    }

    /** The call, as the tool runner makes it. */
    Intent intent() {
        return Intent.of(
                new Binding("test", CALL_ID, TOOL, "1", Digests.fingerprint(INPUT, JsonLimits.DEFAULT)), recovery);
    }

    /** The call that a record is of. */
    static Intent callOf(Checkpoint record) {
        return Intent.of(record.binding(), record.recovery());
    }

    Duration lease() {
        return Duration.ofMillis(lease);
    }

    Duration skewMargin() {
        return Duration.ofMillis(skewMargin);
    }

    Duration quiescence() {
        return Duration.ofMillis(quiescence);
    }

    /** How long a downstream that deduplicates keeps a key: what the design asks of it, and no tick more. */
    int downstreamKeeps() {
        return recovery instanceof Recovery.Idempotent window
                ? Math.toIntExact(window.retryFor().toMillis()) + lease + skewMargin + quiescence - forgetsEarlier
                : 0;
    }

    int horizon() {
        return horizon;
    }

    int maxSends() {
        return maxSends;
    }

    boolean deliversIdempotently() {
        return idempotentDelivery;
    }
}
