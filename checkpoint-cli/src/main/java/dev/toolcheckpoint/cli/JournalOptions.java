package dev.toolcheckpoint.cli;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.store.CheckpointStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Store, clock and skew margin: what every command on the journal takes. */
public final class JournalOptions {

    /**
     * The last millisecond of the year 9997: later instants are typing errors, and a lease, window or retention that starts there
     * could end after 9999, which no record can hold.
     */
    private static final long LATEST = 253_339_228_799_999L;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--at",
            paramLabel = "EPOCH_MS",
            description = "The time for this one command, for tests and forensics. Default: now.")
    private @Nullable Long at;

    @Option(
            names = "--skew-margin-ms",
            paramLabel = "MS",
            description =
                    "What covers the difference of any two clocks. Default: the store's (SQLite 0, DynamoDB 1000), 0 with"
                            + " --at.")
    private @Nullable Long skewMarginMs;

    /** The clock of the command. */
    public Clock clock() {
        if (at == null) {
            return Clock.systemUTC();
        }
        if (at < 0 || at > LATEST) {
            throw ProtocolException.invalidArgument(
                    "--at must be 0 to " + LATEST + " milliseconds since 1970, found " + at + ".");
        }
        return Clock.fixed(Instant.ofEpochMilli(at), ZoneOffset.UTC);
    }

    /** Opens the store and a journal over it. */
    public OpenJournal open(Surroundings surroundings, StoreOptions.Access access) {
        return open(surroundings, access, UnaryOperator.identity());
    }

    /** The same with further settings of the journal. */
    public OpenJournal open(
            Surroundings surroundings, StoreOptions.Access access, UnaryOperator<Journal.Builder> settings) {
        Clock clock = clock();
        Duration skewMargin = skewMargin();
        CheckpointStore opened = store.open(surroundings, access);
        try {
            Journal.Builder builder = Journal.builder(opened).clock(clock);
            if (skewMargin != null) {
                builder.skewMargin(skewMargin);
            }
            return new OpenJournal(opened, settings.apply(builder).build());
        } catch (RuntimeException refused) {
            opened.close();
            throw refused;
        }
    }

    /** Opens the store's runs, too. */
    public OpenRuns openRuns(Surroundings surroundings, StoreOptions.Access access) {
        Duration skewMargin = skewMargin();
        OpenJournal journal = open(surroundings, access);
        try {
            return new OpenRuns(journal, store.openRuns(surroundings, access), skewMargin);
        } catch (RuntimeException refused) {
            journal.close();
            throw refused;
        }
    }

    /** The options that name this store, for a further command; none for that of the environment. */
    public List<String> storeWords() {
        return store.words();
    }

    /** {@code null} for the store's own. */
    private @Nullable Duration skewMargin() {
        if (skewMarginMs == null) {
            return at == null ? null : Duration.ZERO;
        }
        if (skewMarginMs < 0 || skewMarginMs > Duration.ofHours(1).toMillis()) {
            // Said here, before the store is opened, and with the option's name.
            throw ProtocolException.invalidArgument(
                    "--skew-margin-ms must be 0 to 3600000, found " + skewMarginMs + ".");
        }
        return Duration.ofMillis(skewMarginMs);
    }

    /**
     * A journal and its store.
     *
     * @param store closed with this
     * @param journal the operations
     */
    public record OpenJournal(CheckpointStore store, Journal journal) implements AutoCloseable {
        @Override
        public void close() {
            store.close();
        }
    }

    /**
     * A journal and the runs of its store.
     *
     * @param opened closed with this
     * @param store where runs are kept; closed with this
     * @param skewMargin what was asked for; {@code null} for the store's own
     */
    public record OpenRuns(
            OpenJournal opened, RunStore store, @Nullable Duration skewMargin) implements AutoCloseable {

        /** Runs on this store, to which agents and the rest are added. */
        public Runs.Builder builder() {
            Runs.Builder builder = Runs.builder(store, opened.journal());
            if (skewMargin != null) {
                builder.skewMargin(skewMargin);
            }
            return builder;
        }

        @Override
        public void close() {
            try (opened) {
                store.close();
            }
        }
    }
}
