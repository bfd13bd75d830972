package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.cases.R12RetentionCases;
import dev.toolcheckpoint.fixture.World;

/** {@link R12RetentionCases} in memory. */
class R12RetentionTest extends R12RetentionCases {
    R12RetentionTest() {
        super(World::new);
    }
}
