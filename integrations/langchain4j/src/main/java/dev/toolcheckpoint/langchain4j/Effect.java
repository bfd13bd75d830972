package dev.toolcheckpoint.langchain4j;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How calls of a {@code @Tool} method are checkpointed. A method without it, and without {@link WithoutEffect}, has an effect and
 * the defaults. Wrong values are refused when the object is wrapped.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Effect {

    /** The tool's version, 1 to 512 UTF-16 units. Raise it when the same input means another effect. */
    String revision() default "1";

    /**
     * How long a call may be attempted again whose end nobody knows, as an ISO-8601 duration of 1 ms to 365 days, as in {@code PT24H}:
     * for tools that pass {@link Attempt#idempotencyKey()} to a downstream which deduplicates by it. Empty for manual recovery: such
     * a call is never made again and becomes uncertain.
     */
    String retryFor() default "";

    /** How many attempts there are in all with {@link #retryFor()}; 0 for no limit. */
    int maxAttempts() default 0;

    /** How long the downstream keeps keys, as an ISO-8601 duration; empty when not known. With {@link #retryFor()} only. */
    String downstreamKeeps() default "";

    /** What tells the calls of a turn apart, unless {@link #keyArgument()} is set. */
    CallIdentity identity() default CallIdentity.ARGUMENTS;

    /**
     * The name of an argument whose text is the call's key, such as an order's number: the same key is the same call in every turn
     * and conversation. Empty for none. The argument must be a text.
     */
    String keyArgument() default "";
}
