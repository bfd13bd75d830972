package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Client;
import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.Context;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Contexts for tests of other packages. */
public final class TestContexts {

    private TestContexts() {}

    public static Context of(int remainingMillis) {
        return new TestContext(remainingMillis);
    }

    /** The context of the request with this id. */
    public static Context request(String id) {
        return new TestContext(Fixture.REMAINING, null, id);
    }

    /** A context whose caller sent these custom values in its client context. */
    public static Context withClient(int remainingMillis, Map<String, String> custom) {
        return new TestContext(
                remainingMillis,
                new ClientContext() {
                    @Override
                    public @Nullable Client getClient() {
                        return null;
                    }

                    @Override
                    public Map<String, String> getCustom() {
                        return custom;
                    }

                    @Override
                    public Map<String, String> getEnvironment() {
                        return Map.of();
                    }
                },
                "request-1");
    }
}
