package dev.toolcheckpoint.lambda.crac;

/** As {@code org.crac} expects it. */
public interface Resource {
    void beforeCheckpoint(Context<? extends Resource> context) throws Exception;

    void afterRestore(Context<? extends Resource> context) throws Exception;
}
