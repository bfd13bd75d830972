package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.cases.R37TakeoverCases;
import dev.toolcheckpoint.fixture.World;

/** {@link R37TakeoverCases} in memory. */
class R37TakeoverTest extends R37TakeoverCases {
    R37TakeoverTest() {
        super(World::new);
    }
}
