package dev.toolcheckpoint.protocol;

/**
 * What is to be done about a record. Made without a clock, so it is conservative: an expired lease is still to be
 * reconciled.
 */
public record Decision(Action action, Status status, long revision) {}
