package dev.toolcheckpoint.testing.model;

import java.util.List;

/** What the histories must have met. */
final class Labels {

    private Labels() {}

    static final List<String> REQUIRED = List.of();
}
