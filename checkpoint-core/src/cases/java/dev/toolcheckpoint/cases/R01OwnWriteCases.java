package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Workers.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cases.JournalWrites.Write;
import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * R01: the own successful write reported as a lost race. Every write of the journal is tried with a lost answer, a lost
 * request, a late packet and a refusal without the record; the caller hears the same, and the record is the same, as
 * without a fault.
 */
public abstract class R01OwnWriteCases extends WorkersCases {

    /** Also from classes elsewhere. */
    private static final String EVERY_WRITE = "dev.toolcheckpoint.cases.R01OwnWriteCases#everyWrite";

    /** Cases over what this makes. */
    protected R01OwnWriteCases(Supplier<Workers> source) {
        super(source);
    }

    private Workers run(Write write, Fault... faults) {
        Workers world = workers();
        write.given().accept(world);
        Supplier<Object> operation = write.scenario().in(world);
        boolean triesToCreate =
                write.operation() == Operation.SWAP && write.answer().toString().contains("Begin");
        world.sent.transitions().clear();
        world.sent.payloads().clear();
        world.faults.next(write.operation(), faults);

        assertThat(operation.get()).as(write.name()).isEqualTo(write.answer());

        world.faults.assertAllFaultsMet();
        assertThat(world.record().status()).isEqualTo(write.after());
        List<Transition> sent = world.sent.transitions();
        List<Transition> disturbed = triesToCreate ? sent.subList(1, sent.size()) : sent;
        assertThat(disturbed)
                .as("every repeat sends the very same")
                .allSatisfy(transition -> assertThat(transition).isSameAs(disturbed.get(0)));
        assertThat(world.sent.payloads().stream().skip(triesToCreate ? 1 : 0))
                .allSatisfy(payload ->
                        assertThat(payload).isSameAs(world.sent.payloads().get(triesToCreate ? 1 : 0)));
        return world;
    }

    /** Methods of a journal that store nothing. Every other one must be among the writes above. */
    private static final Set<String> READS = Set.of(
            "peek",
            "inspect",
            "loadOutcome",
            "attention",
            "list",
            "warmUp",
            "beforeSnapshot",
            "skewMargin",
            "maxResult",
            "clock",
            "listener");

    @Test
    void everyOperationThatWrites_isTried() {
        Set<Method> tried = new HashSet<>();
        for (Write write : JournalWrites.all()) {
            tried.addAll(run(write).sent.operations());
        }
        Set<Method> mayWrite = Arrays.stream(Journal.class.getMethods())
                .filter(method -> method.getDeclaringClass() == Journal.class)
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !READS.contains(method.getName()))
                .collect(Collectors.toSet());

        assertThat(tried).isEqualTo(mayWrite);
    }

    static Stream<Write> everyWrite() {
        return JournalWrites.all().stream();
    }

    @ParameterizedTest
    @MethodSource(EVERY_WRITE)
    void write_whoseAnswerIsLost_isOurs(Write write) {
        Workers undisturbed = run(write);
        Workers world = run(write, Fault.loseAnswer());

        assertThat(world.record()).isEqualTo(undisturbed.record());
        assertThat(world.events(CheckpointEvent.WriteRepeated.class))
                .containsExactly(new CheckpointEvent.WriteRepeated(KEY, 1, true));
        assertThat(world.eventTypes().stream().filter(type -> !type.equals("WriteRepeated")))
                .as("nothing is told twice")
                .containsExactlyElementsOf(undisturbed.eventTypes());
    }

    @ParameterizedTest
    @MethodSource(EVERY_WRITE)
    void write_whoseRequestsAndAnswersAreLost_isOurs(Write write) {
        run(write, Fault.dropRequest(), Fault.loseAnswer(), Fault.loseAnswer(), Fault.unavailable());
    }

    @ParameterizedTest
    @MethodSource(EVERY_WRITE)
    void write_whosePacketComesLate_changesNothingMore(Write write) {
        Workers world = run(write, Fault.hold());
        Checkpoint stored = world.record();

        assertThat(world.faults.releaseAll()).isEqualTo(1);

        assertThat(world.record()).isEqualTo(stored);
    }

    @ParameterizedTest
    @MethodSource(EVERY_WRITE)
    void write_whoseLatePacketIsFirst_isOurs(Write write) {
        Workers world = workers();
        write.given().accept(world);
        Supplier<Object> operation = write.scenario().in(world);
        world.faults.next(write.operation(), Fault.hold(), Fault.none().before(world.faults::releaseAll));

        assertThat(operation.get()).isEqualTo(write.answer());
        assertThat(world.record().status()).isEqualTo(write.after());
    }

    @ParameterizedTest
    @MethodSource(EVERY_WRITE)
    void write_refusedWithoutTheRecord_readsItAndIsOurs(Write write) {
        Workers world = run(write, Fault.loseAnswer(), Fault.withholdRecord());

        assertThat(world.faults.calls(Operation.FIND)).isNotEmpty();
    }
}
