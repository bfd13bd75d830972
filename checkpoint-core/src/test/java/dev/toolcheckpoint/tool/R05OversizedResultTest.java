package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.cases.R05OversizedResultCases;
import dev.toolcheckpoint.fixture.World;

/** {@link R05OversizedResultCases} in memory. */
class R05OversizedResultTest extends R05OversizedResultCases {
    R05OversizedResultTest() {
        super(World::new);
    }
}
