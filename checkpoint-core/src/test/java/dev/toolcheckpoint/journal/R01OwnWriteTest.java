package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.cases.R01OwnWriteCases;
import dev.toolcheckpoint.fixture.World;

/** {@link R01OwnWriteCases} in memory. */
class R01OwnWriteTest extends R01OwnWriteCases {
    R01OwnWriteTest() {
        super(World::new);
    }
}
