package dev.toolcheckpoint.testing;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A random history that failed, shrunken. Its cause is what the shrunken history fails with. */
public final class HistoryFailure extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final long seed;
    private final transient List<?> commands;

    HistoryFailure(String name, long seed, int originalLength, List<?> commands, Throwable cause) {
        super(message(name, seed, originalLength, commands, cause), cause);
        this.seed = seed;
        this.commands = List.copyOf(commands);
    }

    /** The seed that makes the whole history again. */
    public long seed() {
        return seed;
    }

    /** The shrunken history. */
    public List<?> commands() {
        return commands;
    }

    private static String message(String name, long seed, int originalLength, List<?> commands, Throwable cause) {
        return name + " failed: " + cause + "\nSeed " + seed + ", " + originalLength + " commands, shrunk to "
                + commands.size() + ":\n"
                + IntStream.range(0, commands.size())
                        .mapToObj(index -> "  " + (index + 1) + ". " + commands.get(index))
                        .collect(Collectors.joining("\n"))
                + "\nReplay it with -D" + Histories.SEED + "=" + seed;
    }
}
