package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps checkpoints. Implementations are thread-safe.
 *
 * <p>Every method may throw {@link StoreException}; its {@code ambiguous()} says whether the write may have been applied all
 * the same. A store never repeats a write by itself: the journal repeats it, with the same ids and bytes. A record that
 * can't be decoded, or that breaks an invariant, is a {@link ProtocolException} with {@code INVALID_CHECKPOINT} or {@code
 * UNSUPPORTED_SCHEMA}: never absent, never overwritten.
 */
public interface CheckpointStore extends AutoCloseable {

    /** What covers the difference of any two clocks that write here: 0 on one host, 1 s where hosts differ. */
    Duration defaultSkewMargin();

    /**
     * Whether a {@code begin} should find the record before it tries to create it: true for a store whose reads are cheap and
     * wait for nobody, while a write has to wait for its turn. A hint; the default is false, which answers a repeated call with
     * one request.
     */
    default boolean findsBeforeCreating() {
        return false;
    }

    /**
     * Called before a claim: gets ready what the completion will need (a data key), so that it is there before a tool starts.
     * Writes nothing.
     *
     * @param leaseUntil until when the completion is expected
     */
    void prepare(CheckpointKey key, Instant leaseUntil);

    /**
     * Makes the stored form of an outcome's payload, once per logical write: every repeat of that write passes the same
     * object. Writes nothing.
     */
    SealedPayload seal(CheckpointKey key, String writeId, byte[] payload);

    /** The digest that {@code payload} would have in the scheme of {@code record}'s stored outcome. */
    String digest(Checkpoint record, byte[] payload);

    /**
     * Stores the record unless there is one under its key.
     *
     * @param creation a transition whose {@code expectedRevision} is 0
     * @return {@link WriteResult.Stored} also when the record that is there has the same write id
     */
    WriteResult createIfAbsent(Transition creation);

    /**
     * Replaces the record when its revision and write id are the expected ones. A missing record is never made.
     *
     * @param payload what {@link #seal} made, when the transition stores an outcome; written before the record that points to
     *     it, or with it
     * @return {@link WriteResult.Stored} also when the record that is there has the same write id as {@code transition.next()}
     */
    WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload);

    /**
     * The record under the key; sees every write that was acknowledged before. The payload may be left to {@link #loadPayload},
     * and with it the error {@code PAYLOAD_UNREADABLE}: a record whose payload can't be read is found all the same.
     */
    Optional<Checkpoint> find(CheckpointKey key);

    /**
     * The clear bytes of a record's outcome, whose payload is not forgotten.
     *
     * @throws StoreException {@code PAYLOAD_UNREADABLE} when the outcome is there but its bytes are not
     */
    byte[] loadPayload(Checkpoint record);

    /** Records that need attention, ordered by the time they do. A hint: only a conditional write decides. */
    RecordPage attention(AttentionQuery query);

    /**
     * Records. A hint. They come in the store's own order, which is the same from page to page: by key where the store can (a
     * hash-partitioned table can't). A page may be short, or empty, and still have a next one.
     */
    RecordPage list(ListQuery query);

    /**
     * Forgets what a copy of the process must not share or trust: data keys, caches, what was checked about the table, idle
     * connections. Called right before the process is copied (AWS Lambda SnapStart, CRaC); the store is usable again afterwards.
     * Does nothing unless a store has something to forget. A store that wraps another passes it on.
     */
    default void beforeSnapshot() {}

    /** Lets go of files, connections and keys. */
    @Override
    void close();
}
