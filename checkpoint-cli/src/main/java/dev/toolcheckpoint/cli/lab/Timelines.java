package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.cli.report.Timeline;
import dev.toolcheckpoint.cli.report.Timeline.Shape;
import dev.toolcheckpoint.cli.report.Timeline.Step;
import dev.toolcheckpoint.cli.report.Timeline.Tone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Turns what happened in a case into a picture of it. */
final class Timelines {

    private static final String CALLER = "Caller";
    private static final String OPERATOR = "Operator";
    private static final String LEDGER = "Ledger";

    private final List<TraceEvent> events;
    private final List<String> lanes;
    private final String store;
    private final Instant start;
    private int effects;

    private Timelines(Strategy strategy, List<TraceEvent> events) {
        this.events = events;
        this.store = strategy.journalled() ? "Store" : "Result file";
        this.lanes = lanes();
        this.start = events.get(0).at();
    }

    static Timeline of(CaseResult result) {
        CaseSpec spec = result.spec();
        Figures figures = result.figures();
        String title = spec.strategy().text() + ", " + spec.fault().text() + ": " + figures.cell();
        String description = "The first process was " + spec.fault().description() + ". The second answered \""
                + figures.outcome() + "\": " + counted(figures.calls(), "call") + ", "
                + counted(figures.effects(), "refund") + ". A third process made "
                + counted(figures.callsAfterRestart(), "further call") + ".";
        return of(spec.strategy(), title, description, result.trace());
    }

    static Timeline of(Strategy strategy, String title, String description, List<TraceEvent> events) {
        return new Timelines(strategy, events).draw(title, description);
    }

    static String counted(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private Timeline draw(String title, String description) {
        List<Step> steps = new ArrayList<>();
        for (TraceEvent event : events) {
            // The pause belongs to the kill that follows it, the start to the delivery before it.
            if (event.kind() != TraceEvent.Kind.PAUSED && event.kind() != TraceEvent.Kind.STARTED) {
                steps.add(step(event));
            }
        }
        return new Timeline(title, description, lanes, steps);
    }

    private List<String> lanes() {
        List<String> names = new ArrayList<>(List.of(CALLER));
        int processes = events.stream().mapToInt(TraceEvent::process).max().orElse(0);
        for (int process = 1; process <= processes; process++) {
            names.add(process(process));
        }
        if (events.stream().anyMatch(event -> event.kind() == TraceEvent.Kind.SETTLED)) {
            names.add(OPERATOR);
        }
        if (events.stream().anyMatch(Timelines::isOfStore)) {
            names.add(store);
        }
        names.add(LEDGER);
        return names;
    }

    private static String process(int number) {
        return "Process " + number;
    }

    private static boolean isOfStore(TraceEvent event) {
        return switch (event.kind()) {
            case LOOKED_UP, CLAIMED, STORED, ABANDONED, BECAME_UNCERTAIN, FOUND_UNCERTAIN, REPLAYED, REFUSED, SETTLED ->
                true;
            default -> false;
        };
    }

    private Step step(TraceEvent event) {
        String process = process(event.process());
        String text = event.text();
        return switch (event.kind()) {
            case DELIVERED -> step(event, Shape.BEGIN, Tone.PLAIN, CALLER, process, text);
            case LOOKED_UP, CLAIMED, ABANDONED -> step(event, Shape.MESSAGE, Tone.PLAIN, process, store, text);
            case STORED -> step(event, Shape.MESSAGE, Tone.PLAIN, process, store, "store the " + text);
            case BECAME_UNCERTAIN -> step(event, Shape.MESSAGE, Tone.WARNING, process, store, text);
            case FOUND_UNCERTAIN -> step(event, Shape.MESSAGE, Tone.WARNING, store, process, text);
            case REPLAYED -> step(event, Shape.MESSAGE, Tone.GOOD, store, process, text);
            case REFUSED -> step(event, Shape.MESSAGE, Tone.WARNING, store, process, text);
            case REQUESTED -> step(event, Shape.MESSAGE, Tone.PLAIN, process, LEDGER, text);
            case EFFECT -> effect(event);
            case DEDUPLICATED -> step(event, Shape.MARK, Tone.GOOD, LEDGER, LEDGER, text);
            case CONFIRMED -> step(event, Shape.MESSAGE, Tone.PLAIN, LEDGER, process, text);
            case ANSWER_LOST -> step(event, Shape.LOST, Tone.WARNING, LEDGER, process, text);
            case KILLED -> step(event, Shape.KILL, Tone.BAD, process, process, text);
            case ANSWERED -> step(event, Shape.END, toneOfAnswer(text), process, CALLER, text);
            case SETTLED -> step(event, Shape.MESSAGE, Tone.GOOD, OPERATOR, store, text);
            case CLOCK -> new Step(Shape.BAND, Tone.PLAIN, 0, 0, null, text);
            case PAUSED, STARTED -> throw new IllegalArgumentException("Not a step of its own: " + event + ".");
        };
    }

    private Step effect(TraceEvent event) {
        effects++;
        return effects == 1
                ? step(event, Shape.MARK, Tone.GOOD, LEDGER, LEDGER, event.text())
                : step(event, Shape.MARK, Tone.BAD, LEDGER, LEDGER, event.text() + " again");
    }

    private static Tone toneOfAnswer(String outcome) {
        return switch (outcome) {
            case Answer.COMPLETED -> Tone.PLAIN;
            case Answer.REPLAY -> Tone.GOOD;
            default -> Tone.WARNING;
        };
    }

    private Step step(TraceEvent event, Shape shape, Tone tone, String from, String to, String text) {
        return new Step(shape, tone, lane(from), lane(to), Duration.between(start, event.at()), text);
    }

    private int lane(String name) {
        return lanes.indexOf(name);
    }
}
