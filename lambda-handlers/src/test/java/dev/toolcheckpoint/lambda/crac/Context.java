package dev.toolcheckpoint.lambda.crac;

/** As {@code org.crac} expects it. */
public abstract class Context<R extends Resource> implements Resource {
    public abstract void register(R resource);
}
