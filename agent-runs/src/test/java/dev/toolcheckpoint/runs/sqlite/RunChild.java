package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.sqlite.SqliteFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process of its own. Says {@code ready}, waits for a line, works, and says what was acknowledged, a line each, as soon as it
 * was.
 */
final class RunChild {

    static final ItemKey RUN = new ItemKey("tenant", "R#1", "RUN");
    static final ItemKey TICKETS = new ItemKey("tenant", "K#1", "TICKETS");
    static final String COUNT = "count";

    static final int STEPS_BEFORE_PAUSE = 3;

    /** How many items a step has. */
    static final int PARTS = 40;

    private static final int MOST_TRIES = 20_000;

    private RunChild() {}

    /** Arguments: what to do, the file, who this is, and how often. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[1]);
        String self = arguments[2];
        int times = Integer.parseInt(arguments[3]);
        say("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        try (SqliteFile opened = SqliteFile.open(file, Duration.ofMinutes(1), RunTables.ALL)) {
            SqliteRunStore store = new SqliteRunStore(opened);
            switch (arguments[0]) {
                case "race" -> race(store, self, times);
                case "steps" -> steps(store, self, times);
                case "pause" -> pause(opened, store, self, times);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
        say("end");
    }

    /** Wins so many rounds against everybody else, each with a step of its own. */
    private static void race(SqliteRunStore store, String self, int times) {
        int won = 0;
        for (int tries = 0; won < times; tries++) {
            if (tries == MOST_TRIES) {
                throw new AssertionError(self + " never wins: the counts of the two items differ.");
            }
            int next = count(store) + 1;
            if (store.commit(step(store, self, next))) {
                won++;
                say("won " + next);
            }
        }
    }

    /** One step after the other. */
    private static void steps(SqliteRunStore store, String self, int times) {
        for (int next = 1; next <= times; next++) {
            if (!store.commit(step(store, self, next))) {
                throw new AssertionError("Nobody else writes, but step " + next + " is refused.");
            }
            say("wrote " + next);
        }
    }

    /** Three steps, and a fourth that stops for ever before its statement of this number. */
    private static void pause(SqliteFile file, SqliteRunStore store, String self, int statement) {
        steps(store, self, STEPS_BEFORE_PAUSE);
        Commit next = step(store, self, STEPS_BEFORE_PAUSE + 1);
        AtomicInteger prepared = new AtomicInteger();
        file.write(session -> {
            boolean applied = new Writes(sql -> {
                        stopAt(statement, prepared.getAndIncrement());
                        return session.prepare(sql);
                    })
                    .apply(next);
            stopAt(statement, prepared.get());
            return applied;
        });
    }

    private static void stopAt(int statement, int number) {
        if (number == statement) {
            say("paused");
            while (true) {
                LockSupport.park();
            }
        }
    }

    private static int count(SqliteRunStore store) {
        return store.find(RUN).map(item -> Integer.parseInt(text(item, COUNT))).orElse(0);
    }

    /**
     * Counts in two items of two partitions, and writes the step's parts in between: so many that a kill finds the process in the
     * middle of a commit.
     */
    private static Commit step(SqliteRunStore store, String self, int number) {
        List<Change> changes = new ArrayList<>();
        changes.add(counting(store, RUN, self, number));
        for (int part = 0; part < PARTS; part++) {
            changes.add(Change.of(partKey(number, part))
                    .expect("output", new Expected.Absent())
                    .put("output", Cell.secret(self + number, output(number)))
                    .build());
        }
        changes.add(counting(store, TICKETS, self, number));
        return new Commit(self + number, changes);
    }

    private static Change counting(SqliteRunStore store, ItemKey key, String self, int number) {
        Cell seen = store.find(key).map(item -> item.cell(COUNT)).orElse(null);
        return Change.of(key)
                .expect(COUNT, expected(seen, number))
                .put(COUNT, Cell.open(self + number, self, bytes("" + number)))
                .build();
    }

    /** What was read may be newer than the number: then the count is another, and the commit must fail. */
    private static Expected expected(@Nullable Cell seen, int number) {
        if (seen == null || !new String(seen.body(), StandardCharsets.UTF_8).equals("" + (number - 1))) {
            return number == 1 ? new Expected.Absent() : new Expected.Version("overtaken");
        }
        return new Expected.Version(seen.version());
    }

    static ItemKey partKey(int number, int part) {
        return RUN.sibling(String.format("STEP#%06d#%02d", number, part));
    }

    static byte[] output(int number) {
        String text = "step " + number + ";";
        return bytes(number % 5 == 0 ? text.repeat(400) : text);
    }

    static String text(RunItem item, String cell) {
        Cell found = item.cell(cell);
        return found == null ? "" : new String(found.body(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
