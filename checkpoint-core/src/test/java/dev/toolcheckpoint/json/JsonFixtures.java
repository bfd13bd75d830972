package dev.toolcheckpoint.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.lang.management.ManagementFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the tests of this package share. */
final class JsonFixtures {

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The widest limits there are. */
    static final JsonLimits WIDE = new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, JsonLimits.MAX_BYTES);

    private JsonFixtures() {}

    static JsonNode parse(String text) {
        return StrictJson.parse(text, JsonLimits.DEFAULT);
    }

    static String canonical(JsonNode tree) {
        return CanonicalJson.encodeToString(tree, JsonLimits.DEFAULT);
    }

    static String canonical(String text) {
        return canonical(parse(text));
    }

    static JsonNode nestedArrays(int depth) {
        JsonNode tree = NODES.arrayNode();
        for (int i = 1; i < depth; i++) {
            tree = NODES.arrayNode().add(tree);
        }
        return tree;
    }

    static JsonException refused(JsonException.Reason reason, ThrowingCallable call) {
        JsonException exception = catchThrowableOfType(JsonException.class, call);
        assertThat(exception).isNotNull();
        assertThat(exception.reason()).isEqualTo(reason);
        assertThat(exception).hasMessageStartingWith(reason + ": ").hasNoCause();
        return exception;
    }

    /** Bytes this thread allocates while it runs the code once. */
    static long allocatedBytes(Runnable code) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        code.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
