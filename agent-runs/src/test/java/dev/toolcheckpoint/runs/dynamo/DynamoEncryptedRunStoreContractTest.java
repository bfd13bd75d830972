package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** The same with every secret cell encrypted; each opening is a process of its own, with no key in its cache. */
@LocalAws
class DynamoEncryptedRunStoreContractTest extends DynamoRunStoreContractTest {

    @Override
    protected RunStore open() {
        return table().encrypted().build();
    }

    /** Races are about open cells, which the other class covers. */
    @Override
    protected int raceRounds() {
        return 4;
    }
}
