package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;

/** Contexts for tests of other packages. */
public final class TestContexts {

    private TestContexts() {}

    public static Context of(int remainingMillis) {
        return new TestContext(remainingMillis);
    }
}
