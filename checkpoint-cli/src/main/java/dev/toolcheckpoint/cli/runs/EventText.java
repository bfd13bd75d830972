package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.runs.LeaseLostException;
import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunListener;
import dev.toolcheckpoint.runs.RunStatus;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says line by line what a worker does. Thread-safe when its output is. */
record EventText(Consumer<String> out, Clock clock) implements RunListener {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final int SHORT_ID = 8;

    @Override
    public void on(RunEvent event) {
        String words = words(event);
        if (words != null) {
            say(event.run(), words);
        }
    }

    @Override
    public void onError(RunKey run, LeaseLostException lost) {
        say(run, "was taken over by another worker; this one writes nothing more");
    }

    private void say(RunKey run, String words) {
        String id = run.id().substring(0, Math.min(SHORT_ID, run.id().length()));
        out.accept(TIME.format(clock.instant()) + "  " + id + "  " + words);
    }

    /** {@code null} for what nobody needs to read. */
    static @Nullable String words(RunEvent event) {
        if (event instanceof RunEvent.Claimed claimed) {
            return claimed.epoch() == 1 ? "begins" : "goes on (worker no. " + claimed.epoch() + ")";
        } else if (event instanceof RunEvent.ModelAnswered answered) {
            return "step " + answered.step() + "  model: "
                    + (answered.calls() == 0
                            ? "final answer"
                            : answered.calls() + (answered.calls() == 1 ? " call" : " calls"))
                    + ", " + answered.usage().total() + " tokens";
        } else if (event instanceof RunEvent.ModelFailed failed) {
            return "step " + failed.step() + "  model failed (" + failed.code() + "), attempt " + failed.attempt();
        } else if (event instanceof RunEvent.ToolAnswered answered) {
            return "step " + answered.step() + "  " + Table.plain(answered.tool()) + ": "
                    + (answered.error() == null ? "done" : "error " + Table.plain(answered.error()));
        } else if (event instanceof RunEvent.Settled settled) {
            return settled(settled);
        }
        return null;
    }

    private static String settled(RunEvent.Settled settled) {
        String code = settled.error() == null ? "" : " (" + settled.error() + ")";
        return settled.status() == RunStatus.WAITING ? "waits for a person" + code : "is " + settled.status() + code;
    }
}
