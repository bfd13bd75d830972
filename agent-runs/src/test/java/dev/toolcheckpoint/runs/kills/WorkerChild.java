package dev.toolcheckpoint.runs.kills;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.runs.Execute;
import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStores;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/** A worker in a process of its own, which stops at one point, says so, and waits to be killed. */
final class WorkerChild {

    private WorkerChild() {}

    /** Arguments: the store, the KMS key or {@code none}, the ledger, the run, and where to stop. */
    public static void main(String[] arguments) {
        Map<String, String> options = options(arguments[0], arguments[1]);
        Path ledger = Path.of(arguments[2]);
        RunKey run = new RunKey(ThreeTools.NAMESPACE, arguments[3]);
        String point = arguments[4];
        CheckpointStore checkpoints = CheckpointStores.open(arguments[0], options);
        RunStore store = RunStores.open(arguments[0], options);
        Runs[] runs = new Runs[1];
        runs[0] = Runs.builder(store, Journal.over(checkpoints))
                .agents(ThreeTools.agent(ledger, here -> stopAt(point, here)))
                .listener(event -> stopAt(point, name(event)))
                .build();
        if (runs[0].execute(run) instanceof Execute.Settled settled
                && settled.run().status() == RunStatus.WAITING) {
            runs[0].approve(run, "approval-3-1", "boss");
            runs[0].execute(run);
        }
        System.out.println("ended without reaching " + point);
    }

    static Map<String, String> options(String store, String key) {
        return store.startsWith("dynamo:")
                ? Map.of("kms", key, "endpoint", String.valueOf(System.getProperty("endpoint")))
                : Map.of();
    }

    private static String name(RunEvent event) {
        if (event instanceof RunEvent.ModelAsked asked) {
            return "asked " + asked.step();
        } else if (event instanceof RunEvent.ModelAnswered answered) {
            return "answered " + answered.step();
        } else if (event instanceof RunEvent.TurnStored stored) {
            return "turn " + stored.step();
        } else if (event instanceof RunEvent.ToolAnswered answered) {
            return "result " + answered.step();
        } else if (event instanceof RunEvent.StepStored stored) {
            return "step " + stored.step();
        } else if (event instanceof RunEvent.Settled settled) {
            return "settled " + settled.status();
        }
        return event.getClass().getSimpleName();
    }

    private static void stopAt(String point, String here) {
        if (!point.equals(here)) {
            return;
        }
        System.out.println("at " + here);
        try {
            // Nobody writes to it: this waits for the end of the process.
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
