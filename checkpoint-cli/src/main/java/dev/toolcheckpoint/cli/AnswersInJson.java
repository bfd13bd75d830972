package dev.toolcheckpoint.cli;

/** A command for programs: it answers with one JSON document on stdout, with or without {@code --json}, also when it fails. */
public interface AnswersInJson {}
