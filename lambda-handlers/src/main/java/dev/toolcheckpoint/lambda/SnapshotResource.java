package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a journal ready for a snapshot of the process (AWS Lambda SnapStart, CRaC), in this order: warms the ways that a call goes
 * (a read of a record that isn't there, a data key for nothing, a call that only this process sees), then makes the store forget keys,
 * caches, idle connections and what it checked. Thread-safe.
 *
 * <p>The handlers of this package register one by themselves. A handler that uses a {@link Journal} without them registers its own, and
 * keeps it in a field: CRaC holds resources weakly.
 *
 * <p>A warm-up that fails is logged and never fails the snapshot. A store that can't forget does: its keys would be restored with every
 * copy. Nothing is done after a restore: whatever a call needs, the call makes.
 */
public final class SnapshotResource implements Resource {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotResource.class);

    private static final String ABSENT_CALL = "toolcheckpoint-warm-up";

    private final Journal journal;
    private final String namespace;
    private final Runnable rehearsal;

    private SnapshotResource(Journal journal, String namespace, Runnable rehearsal) {
        this.journal = journal;
        this.namespace = namespace;
        this.rehearsal = rehearsal;
    }

    /**
     * Registers this journal with the process's own context. Keep what is returned.
     *
     * @param namespace that the function's role may read, and get data keys of
     */
    public static SnapshotResource register(Journal journal, String namespace) {
        return register(journal, namespace, () -> {});
    }

    /**
     * The same with a further warm-up.
     *
     * @param rehearsal goes the way of a call without a trace
     */
    static SnapshotResource register(Journal journal, String namespace, Runnable rehearsal) {
        SnapshotResource resource = new SnapshotResource(journal, namespace, rehearsal);
        Core.getGlobalContext().register(resource);
        return resource;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        warmUp("read", () -> journal.inspect(absent()));
        warmUp("data key", () -> journal.warmUp(absent()));
        warmUp("call", rehearsal);
        journal.beforeSnapshot();
    }

    /** Nothing to do. */
    @Override
    public void afterRestore(Context<? extends Resource> context) {}

    private CheckpointKey absent() {
        return CheckpointKey.of(namespace, ABSENT_CALL);
    }

    private static void warmUp(String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError failure) {
            LOG.warn("The warm-up of the {} before a snapshot failed; the snapshot goes on", what, failure);
        }
    }
}
