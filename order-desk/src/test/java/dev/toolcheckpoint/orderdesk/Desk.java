package dev.toolcheckpoint.orderdesk;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.model.chat.ChatModel;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.RetryPolicy;
import dev.toolcheckpoint.lambda.samples.FileLedger;
import dev.toolcheckpoint.runs.Execute;
import dev.toolcheckpoint.runs.ExecutionLimits;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunDetails;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.StartRequest;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The desk with a model, in memory, on a clock that only waiting moves. */
final class Desk {

    final VirtualClock clock = new VirtualClock();
    final List<Duration> pauses = new CopyOnWriteArrayList<>();
    final Runs runs;
    private final Path ledger;

    Desk(Path folder, ChatModel model) {
        this.ledger = folder.resolve("ledger.jsonl");
        Journal journal = Journal.builder(new InMemoryCheckpointStore())
                .clock(clock)
                .pause(clock::advance)
                .build();
        this.runs = Runs.builder(new InMemoryRunStore(), journal)
                .agents(OrderDesk.agent(model, new FileLedger(ledger), Place.Visitor.none()))
                .pause(pause -> {
                    pauses.add(pause);
                    clock.advance(pause);
                })
                .retryPolicy(RetryPolicy.DEFAULT)
                .notifier(request -> true)
                .build();
    }

    RunKey start(String order) {
        TriggerEnvelope trigger = TriggerEnvelope.of(
                "complaint-" + order,
                "mail",
                "complaint",
                JsonNodeFactory.instance.objectNode().put("order", order),
                clock.instant());
        return runs.start(StartRequest.of("shop", OrderDesk.NAME, trigger))
                .run()
                .key();
    }

    Run execute(RunKey run) {
        ExecutionLimits limits = new ExecutionLimits(
                Duration.ofMinutes(1), Duration.ZERO, false, null, Duration.ZERO, Duration.ZERO, () -> false);
        return ((Execute.Settled) runs.execute(run, limits)).run();
    }

    RunDetails details(RunKey run) {
        return runs.load(run).orElseThrow();
    }

    /** The ledger's effects, without their keys. */
    List<String> effects() throws IOException {
        return Files.exists(ledger)
                ? Files.readAllLines(ledger).stream()
                        .filter(line -> line.contains("\"effect\""))
                        .map(line -> line.replaceAll("\"key\":\"[0-9a-f]+\",", ""))
                        .toList()
                : List.of();
    }
}
