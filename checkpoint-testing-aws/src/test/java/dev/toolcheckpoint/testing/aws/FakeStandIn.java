package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A stand-in that is there or not, and starts or not, as the test says. */
record FakeStandIn(
        String name, @Nullable String whyNot, @Nullable String failure) implements StandIn {

    static FakeStandIn there(String name) {
        return new FakeStandIn(name, null, null);
    }

    static FakeStandIn missing(String name) {
        return new FakeStandIn(name, "not installed", null);
    }

    static FakeStandIn broken(String name) {
        return new FakeStandIn(name, null, "no image");
    }

    @Override
    public AwsEndpoint start() throws IOException {
        if (failure != null) {
            throw new IOException(failure);
        }
        return new AwsEndpoint(name, URI.create("http://127.0.0.1:1"), "us-east-1", "test", "test");
    }
}
