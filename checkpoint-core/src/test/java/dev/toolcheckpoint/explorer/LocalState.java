package dev.toolcheckpoint.explorer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An actor that got these answers: what it waits for now, and what it told its caller on the way. */
final class LocalState {

    private final int number;
    private final List<Host.Entry> answers;
    private final Host.Run run;
    private final Map<Host.Entry, LocalState> next = new HashMap<>();

    LocalState(int number, List<Host.Entry> answers, Host.Run run) {
        this.number = number;
        this.answers = answers;
        this.run = run;
    }

    int number() {
        return number;
    }

    List<Host.Entry> answers() {
        return answers;
    }

    @Nullable
    Op pending() {
        return run.pending();
    }

    List<Told> told() {
        return run.told();
    }

    @Nullable
    Throwable failure() {
        return run.failure();
    }

    boolean over() {
        return run.pending() == null;
    }

    @Nullable
    LocalState next(Host.Entry entry) {
        return next.get(entry);
    }

    void add(Host.Entry entry, LocalState state) {
        next.put(entry, state);
    }
}
