package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A store through which a model's turn is stored only after its tools: the write before them is dropped. */
final class TurnsStoredLate extends DisturbedRunStore {

    private final Set<ItemKey> dropped = new HashSet<>();

    TurnsStoredLate(RunStore store) {
        super(store, Disturbance::none);
    }

    @Override
    public boolean commit(Commit commit) {
        List<Change> changes = new ArrayList<>();
        boolean before = commit.changes().stream().anyMatch(TurnsStoredLate::storesTurnBeforeTools)
                && commit.changes().size() == 2;
        for (Change change : commit.changes()) {
            if (before && storesTurnBeforeTools(change)) {
                dropped.add(change.key());
            } else if (before) {
                changes.add(withoutTheStep(change));
            } else {
                changes.add(dropped.contains(change.key()) ? asTheFirst(change) : change);
            }
        }
        return super.commit(new Commit(commit.writeId(), changes));
    }

    private static boolean storesTurnBeforeTools(Change change) {
        Cell doc = change.puts().get(Keys.DOC);
        return doc != null
                && change.key().sort().startsWith(Keys.STEP_PREFIX)
                && new String(doc.body(), StandardCharsets.UTF_8).contains("\"phase\":\"CALLED\"");
    }

    private static Change withoutTheStep(Change change) {
        Cell run = change.puts().get(Keys.RUN);
        if (run == null) {
            return change;
        }
        ObjectNode tree = (ObjectNode) Documents.toTree(new String(run.body(), StandardCharsets.UTF_8));
        tree.put("lastStep", tree.path("lastStep").asInt() - 1);
        ObjectNode usage = tree.withObject("/usage");
        usage.put("inputTokens", usage.path("inputTokens").asInt() - ScriptedModel.INPUT_TOKENS);
        usage.put("outputTokens", usage.path("outputTokens").asInt() - ScriptedModel.OUTPUT_TOKENS);
        Change.Builder builder = Change.of(change.key());
        change.expected().forEach(builder::expect);
        return builder.put(
                        Keys.RUN,
                        Cell.open(run.version(), run.fence(), tree.toString().getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    private static Change asTheFirst(Change change) {
        Change.Builder builder = Change.of(change.key()).expect(Keys.DOC, new Expected.Absent());
        change.puts().forEach(builder::put);
        return builder.build();
    }
}
