package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.cases.R15TimeLeftCases;
import dev.toolcheckpoint.fixture.World;

/** {@link R15TimeLeftCases} in memory. */
class R15TimeLeftTest extends R15TimeLeftCases {
    R15TimeLeftTest() {
        super(World::new);
    }
}
