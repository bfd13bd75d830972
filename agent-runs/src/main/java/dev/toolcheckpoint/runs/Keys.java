package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.util.Locale;

/** Where everything of runs is kept, and what the cells are called. */
final class Keys {

    /** The only cell of most items. */
    static final String DOC = "doc";

    /** The engine's part of a run. */
    static final String RUN = "run";

    /** Who has the run: written by claims, renewals and releases. */
    static final String CLAIM = "claim";

    /** The wish to cancel: written by whoever cancels. */
    static final String CANCEL = "cancel";

    /** The final answer. */
    static final String OUTPUT = "output";

    static final String RUN_SORT = "RUN";
    static final String STEP_PREFIX = "CKPT#";
    static final String SEGMENT_PREFIX = "SEG#";
    static final String WAIT_PREFIX = "WAIT#";
    static final String STATE_PREFIX = "STATE#";
    static final String TRIGGER_SORT = "TRIGGER";
    static final String BASE_SORT = "BASE";

    private static final String RUN_PARTITION = "R#";

    private Keys() {}

    static String partition(RunKey run) {
        return RUN_PARTITION + run.id();
    }

    static ItemKey run(RunKey run) {
        return new ItemKey(run.namespace(), partition(run), RUN_SORT);
    }

    /** The run whose main item this is. */
    static RunKey runOf(ItemKey key) {
        return new RunKey(key.namespace(), key.partition().substring(RUN_PARTITION.length()));
    }

    static ItemKey step(RunKey run, int index) {
        return run(run).sibling(numbered(STEP_PREFIX, index));
    }

    static ItemKey segment(RunKey run, int firstIndex) {
        return run(run).sibling(numbered(SEGMENT_PREFIX, firstIndex));
    }

    static ItemKey wait(RunKey run, String waitId) {
        return run(run).sibling(WAIT_PREFIX + waitId);
    }

    static ItemKey state(RunKey run, String name) {
        return run(run).sibling(STATE_PREFIX + name);
    }

    static ItemKey trigger(RunKey run) {
        return run(run).sibling(TRIGGER_SORT);
    }

    static ItemKey base(RunKey run) {
        return run(run).sibling(BASE_SORT);
    }

    /** A token is kept as its digest only. */
    static ItemKey token(String namespace, String tokenDigest) {
        return new ItemKey(namespace, "A#" + tokenDigest, "TOKEN");
    }

    static ItemKey triggerId(String namespace, String source, String triggerId) {
        return new ItemKey(namespace, "T#" + Digests.id(source, triggerId), "TRIGGER_ID");
    }

    static ItemKey concurrencyKey(String namespace, String key) {
        return new ItemKey(namespace, "K#" + Digests.id("key", key), "KEY");
    }

    static ItemKey ticket(ItemKey concurrencyKey, long number) {
        return concurrencyKey.sibling(String.format(Locale.ROOT, "TICKET#%012d", number));
    }

    static ItemKey thread(String namespace, String thread) {
        return new ItemKey(namespace, "H#" + Digests.id("thread", thread), "THREAD");
    }

    private static String numbered(String prefix, int number) {
        return String.format(Locale.ROOT, "%s%08d", prefix, number);
    }
}
