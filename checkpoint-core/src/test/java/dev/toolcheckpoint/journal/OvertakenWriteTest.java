package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.cases.OvertakenWriteCases;
import dev.toolcheckpoint.fixture.World;

/** {@link OvertakenWriteCases} in memory. */
class OvertakenWriteTest extends OvertakenWriteCases {
    OvertakenWriteTest() {
        super(World::new);
    }
}
