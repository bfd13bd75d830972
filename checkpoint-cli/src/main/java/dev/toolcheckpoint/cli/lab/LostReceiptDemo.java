package dev.toolcheckpoint.cli.lab;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.io.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** {@code demo --http}: plays the story, and tells it to a person or as one JSON document. */
final class LostReceiptDemo {

    private final Path folder;
    private final StorePlace place;
    private final boolean kept;
    private final boolean keepsKeys;

    /**
     * A demo.
     *
     * @param kept whether the folder is there afterwards
     * @param keepsKeys whether the service does what it says about keys
     */
    LostReceiptDemo(Path folder, StorePlace place, boolean kept, boolean keepsKeys) {
        this.folder = folder;
        this.place = place;
        this.kept = kept;
        this.keepsKeys = keepsKeys;
    }

    /** Tells it as it happens; whether it came out as documented. */
    boolean tell(PrintWriter out, Ansi ansi) throws IOException, InterruptedException {
        LostReceiptText text = new LostReceiptText(out, ansi);
        try (LostReceipt demo = new LostReceipt(folder, place, keepsKeys)) {
            text.opening(demo.service());
            LostReceipt.CallStory idempotent = demo.idempotent();
            text.idempotent(idempotent);
            LostReceipt.CallStory waiting = demo.manual();
            text.waiting(waiting);
            LostReceipt.Settlement settlement = demo.settled(waiting);
            text.settled(settlement, command(settlement), kept || !place.fresh());
            List<LostReceipt.CallStory> stories = List.of(idempotent, settlement.story());
            text.ending(stories, asDocumented(stories));
            return asDocumented(stories);
        }
    }

    /** Prints the figures; whether they are as documented. */
    boolean print(PrintWriter out) throws IOException, InterruptedException {
        try (LostReceipt demo = new LostReceipt(folder, place, keepsKeys)) {
            LostReceipt.CallStory idempotent = demo.idempotent();
            LostReceipt.Settlement settlement = demo.settled(demo.manual());
            List<LostReceipt.CallStory> stories = List.of(idempotent, settlement.story());
            ObjectNode document = Json.object();
            ArrayNode cases = document.putArray("cases");
            stories.forEach(story -> put(cases.addObject(), story));
            ArrayNode settle = document.putArray("settle");
            command(settlement).words().forEach(settle::add);
            out.println(Json.line(document.put("matches", asDocumented(stories))));
            out.flush();
            return asDocumented(stories);
        }
    }

    private static void put(ObjectNode each, LostReceipt.CallStory story) {
        each.put("strategy", story.strategy().text())
                .put("namespace", JournalCaller.NAMESPACE)
                .put("callId", story.callId())
                .put("calls", story.calls())
                .put("effects", story.effects());
        ArrayNode outcomes = each.putArray("outcomes");
        story.outcomes().forEach(outcomes::add);
    }

    private SettleLine command(LostReceipt.Settlement settlement) {
        boolean itsOwn = kept && place.fresh();
        return new SettleLine(itsOwn ? new StorePlace(place.storeFor(folder), place.options()) : place, settlement);
    }

    private static boolean asDocumented(List<LostReceipt.CallStory> stories) {
        return stories.stream().allMatch(LostReceipt.CallStory::asDocumented);
    }
}
