package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.cases.R14LeaseIsNoPermissionCases;
import dev.toolcheckpoint.fixture.World;

/** {@link R14LeaseIsNoPermissionCases} in memory. */
class R14LeaseIsNoPermissionTest extends R14LeaseIsNoPermissionCases {
    R14LeaseIsNoPermissionTest() {
        super(World::new);
    }
}
