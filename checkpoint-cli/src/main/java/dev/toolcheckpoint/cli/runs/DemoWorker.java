package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.orderdesk.Place;
import dev.toolcheckpoint.runs.ExecutionLimits;
import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunListener;
import dev.toolcheckpoint.runs.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A worker of the demo: it tells its parent what it does, and stops for ever where it is to be killed.
 *
 * <p>Public because it is a program; not meant to be called by anything else.
 */
public final class DemoWorker {

    /** What a line starts with that says what happens. */
    static final String SAYS = "SAYS ";

    /** What a line starts with that counts a question to the model. */
    static final String ASKED = "ASKED ";

    /** What is said where it stops. */
    static final String PAUSED = "PAUSED";

    /** The place between a step and the next. */
    static final String AFTER_LOOK_UP = "AFTER_LOOK_UP";

    private static final int NOBODY_THERE = 3;

    private final String pauseAt;
    private final PrintStream out;
    private final InputStream parent;

    private DemoWorker(String pauseAt, PrintStream out, InputStream parent) {
        this.pauseAt = pauseAt;
        this.out = out;
        this.parent = parent;
    }

    /** Executes what is due. The words are the folder, by how many milliseconds its clock is ahead, and where to stop. */
    public static void main(String[] words) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        new DemoWorker(words[2], out, System.in).work(Path.of(words[0]), Duration.ofMillis(Long.parseLong(words[1])));
    }

    private void work(Path folder, Duration ahead) {
        try (DemoStore store = new DemoStore(folder, ahead)) {
            Worker worker = new Worker(store.clock(), end -> {}, (run, failure) -> {
                throw failure;
            });
            Runs runs = store.runs(place -> reached(place.name()))
                    .dispatcher(worker.dispatcher())
                    .listener(listener())
                    .build();
            worker.once(runs, ExecutionLimits.DEFAULT);
        }
    }

    private RunListener listener() {
        return event -> {
            if (event instanceof RunEvent.ModelAsked asked) {
                out.println(ASKED + asked.step());
            }
            if (event instanceof RunEvent.ToolStarting starting) {
                out.println(SAYS + "step " + starting.step() + "  calls " + starting.tool());
            }
            String words = EventText.words(event);
            if (words != null) {
                out.println(SAYS + words);
            }
            if (event instanceof RunEvent.StepStored stored && stored.step() == 1) {
                reached(AFTER_LOOK_UP);
            }
        };
    }

    private void reached(String place) {
        if (!place.equals(pauseAt)) {
            return;
        }
        out.println(PAUSED);
        try {
            while (parent.read() >= 0) {
                // whatever the parent says, it is not a reason to go on
            }
        } catch (IOException closed) {
            // the same as its end
        }
        // The parent is gone without killing this process: nothing may happen after the pause all the same.
        Runtime.getRuntime().halt(NOBODY_THERE);
    }

    /** Where workers stop, in words. */
    static final Map<String, String> PLACES = Map.of(
            AFTER_LOOK_UP,
            "between two steps: one is stored, the next is not begun",
            Place.AFTER_REFUND.name(),
            "after the refund was made, before anybody heard of it",
            Place.AFTER_MAIL.name(),
            "after the mail was sent, before anybody heard of it");
}
