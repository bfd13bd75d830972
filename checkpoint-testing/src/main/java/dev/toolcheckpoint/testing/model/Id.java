package dev.toolcheckpoint.testing.model;

/** An id that one side made: it belongs to the other side's that appears in the same places. */
record Id(String name) {}
