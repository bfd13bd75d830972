package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a wrapped handler came back with.
 *
 * @param result what is stored
 * @param json the same as JSON, for those who must look into it; a missing node when it is none
 */
record HandlerAnswer(@Nullable Object result, Supplier<JsonNode> json) {}
