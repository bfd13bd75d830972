package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.UserMessage;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is stored of a run, assembled. Not thread-safe: the execution that holds the run brings it up to date as it writes.
 */
final class History {

    /** A stored document and the version it was seen in. */
    record Versioned<T>(T value, String version) {}

    private Head head;
    private final TriggerEnvelope trigger;
    private final @Nullable String output;
    private final List<JsonNode> base;
    private final boolean hasBase;
    private final NavigableMap<Integer, Turn> turns = new TreeMap<>();

    /** The versions of the steps that have an item of their own. */
    private final NavigableMap<Integer, String> stepVersions = new TreeMap<>();

    private final Map<String, Versioned<Wait>> waits = new TreeMap<>();
    private final Map<String, Versioned<JsonNode>> states = new HashMap<>();

    private History(Head head, TriggerEnvelope trigger, @Nullable String output, @Nullable List<JsonNode> base) {
        this.head = head;
        this.trigger = trigger;
        this.output = output;
        this.hasBase = base != null;
        this.base = base == null ? List.of() : base;
    }

    static History of(RunKey run, List<RunItem> items) {
        Map<ItemKey, RunItem> byKey = new HashMap<>();
        items.forEach(item -> byKey.put(item.key(), item));
        RunItem main = byKey.get(Keys.run(run));
        RunItem trigger = byKey.get(Keys.trigger(run));
        if (main == null || trigger == null) {
            throw ProtocolException.invalidCheckpoint("The run " + run + " has lost its "
                    + (main == null ? "main item" : "trigger") + ". It is left as it is; restore it from a copy.");
        }
        RunItem base = byKey.get(Keys.base(run));
        History history = new History(
                Head.of(main),
                Documents.decode(trigger, Keys.DOC, TriggerEnvelope.class),
                main.cell(Keys.OUTPUT) == null
                        ? null
                        : Documents.decode(main, Keys.OUTPUT, Records.Output.class)
                                .text(),
                base == null
                        ? null
                        : Documents.decode(base, Keys.DOC, Records.Base.class).messages());
        items.forEach(history::add);
        history.check();
        return history;
    }

    private void add(RunItem item) {
        String sort = item.key().sort();
        if (sort.startsWith(Keys.SEGMENT_PREFIX)) {
            Documents.decode(item, Keys.DOC, Records.Segment.class)
                    .turns()
                    .forEach(turn -> turns.put(turn.index(), turn));
        } else if (sort.startsWith(Keys.STEP_PREFIX)) {
            Turn turn = Documents.decode(item, Keys.DOC, Turn.class);
            turns.put(turn.index(), turn);
            stepVersions.put(turn.index(), version(item));
        } else if (sort.startsWith(Keys.WAIT_PREFIX)) {
            Wait wait = Documents.decode(item, Keys.DOC, Wait.class);
            waits.put(wait.id(), new Versioned<>(wait, version(item)));
        } else if (sort.startsWith(Keys.STATE_PREFIX)) {
            states.put(
                    sort.substring(Keys.STATE_PREFIX.length()),
                    new Versioned<>(
                            Documents.decode(item, Keys.DOC, Records.StateValue.class)
                                    .value(),
                            version(item)));
        }
    }

    static String version(RunItem item) {
        Cell cell = item.cells().get(Keys.DOC);
        if (cell == null) {
            throw ProtocolException.invalidCheckpoint(
                    "The item " + item.key() + " has no document. It is left as it is.");
        }
        return cell.version();
    }

    /** A step that is missing would let the model go on from a history that never was. */
    private void check() {
        int last = head.state().lastStep();
        for (int index = 1; index <= last; index++) {
            Turn turn = turns.get(index);
            boolean whole = turn != null
                    && (turn.phase() == Turn.Phase.DONE
                            ? turn.results().size() == turn.calls().size()
                            : index == last);
            if (!whole) {
                throw ProtocolException.invalidCheckpoint("Step " + index + " of run " + head.key() + " is "
                        + (turn == null ? "missing" : "stored without its results")
                        + ". It is left as it is; restore it from a copy.");
            }
        }
    }

    RunKey key() {
        return head.key();
    }

    Head head() {
        return head;
    }

    RunState state() {
        return head.state();
    }

    /** What the holder wrote just now. */
    void wrote(RunState state, String version) {
        head = new Head(
                head.key(), state, version, head.claim(), head.claimVersion(), head.cancelRequested(), head.dueAt());
    }

    TriggerEnvelope trigger() {
        return trigger;
    }

    @Nullable
    String output() {
        return output;
    }

    boolean hasBase() {
        return hasBase;
    }

    RunContext context() {
        return new RunContext(
                key(),
                state().agent(),
                trigger.id(),
                trigger.source(),
                trigger.keys(),
                trigger.thread(),
                trigger.receivedAt());
    }

    Collection<Turn> turns() {
        return turns.values();
    }

    /** The step whose calls aren't answered yet. */
    @Nullable
    Turn openTurn() {
        Turn last = turns.get(state().lastStep());
        return last == null || last.phase() == Turn.Phase.DONE ? null : last;
    }

    /** {@code null} when it has no item of its own. */
    @Nullable
    String stepVersion(int index) {
        return stepVersions.get(index);
    }

    NavigableMap<Integer, String> stepVersions() {
        return stepVersions;
    }

    void put(Turn turn, String version) {
        turns.put(turn.index(), turn);
        stepVersions.put(turn.index(), version);
    }

    Turn turn(int index) {
        Turn turn = turns.get(index);
        if (turn == null) {
            throw new IllegalArgumentException("There is no step " + index + ".");
        }
        return turn;
    }

    Collection<Versioned<Wait>> waits() {
        return waits.values();
    }

    @Nullable
    Versioned<Wait> wait(String id) {
        return waits.get(id);
    }

    /** What the run waits for now, decided or not. */
    List<Versioned<Wait>> currentWaits() {
        List<Versioned<Wait>> current = new ArrayList<>();
        for (String id : state().waiting()) {
            Versioned<Wait> wait = waits.get(id);
            if (wait == null) {
                throw ProtocolException.invalidCheckpoint(
                        "The wait " + id + " of run " + key() + " is missing. It is left as it is.");
            }
            current.add(wait);
        }
        return current;
    }

    /** The arguments of the call that a wait is about, for people. */
    JsonNode input(Wait wait) {
        Turn turn = turns.get(wait.stepIndex());
        return turn == null
                ? Documents.mapper().nullNode()
                : Documents.toTree(Calls.argumentsText(
                        turn.answer().toolExecutionRequests().get(wait.position() - 1)));
    }

    /** Under which call id the journal has the call that is waited for. */
    String callId(Wait wait) {
        return Calls.callId(
                key(),
                wait.stepIndex(),
                wait.position(),
                turn(wait.stepIndex()).answer().toolExecutionRequests().get(wait.position() - 1));
    }

    @Nullable
    Versioned<JsonNode> stateValue(String name) {
        return states.get(name);
    }

    Set<String> stateNames() {
        return states.keySet();
    }

    void wroteState(String name, JsonNode value, String version) {
        states.put(name, new Versioned<>(value, version));
    }

    /** What the model is told: the runs before, the trigger, and every step that is done. */
    List<ChatMessage> messages() {
        List<ChatMessage> messages = new ArrayList<>();
        base.forEach(message -> messages.add(ChatMessageDeserializer.messageFromJson(message.toString())));
        messages.add(UserMessage.from(Calls.triggerText(trigger)));
        for (Turn turn : turns.values()) {
            if (turn.phase() == Turn.Phase.DONE) {
                messages.addAll(turn.messages());
            }
        }
        return messages;
    }
}
