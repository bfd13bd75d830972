package dev.toolcheckpoint.cli;

import java.util.List;

/** A command that only has commands of its own. */
public interface CommandGroup {

    /** They, in the order of the help. */
    List<Object> commands();
}
