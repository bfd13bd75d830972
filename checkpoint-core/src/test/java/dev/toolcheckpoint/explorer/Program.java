package dev.toolcheckpoint.explorer;

/** What an actor does. Run again from the start for every list of answers, so it must keep no state between runs. */
@FunctionalInterface
interface Program {
    void run(Host host) throws Exception;
}
