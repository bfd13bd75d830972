package dev.toolcheckpoint.lambda.agent;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Call ids that are made of several texts. Different texts give different ids. Stateless. */
final class CallIds {

    private CallIds() {}

    /** {@code source/part/part}; a slash or percent sign in a part is escaped. */
    static String of(String source, String... parts) {
        return Arrays.stream(parts)
                .map(part -> part.replace("%", "%25").replace("/", "%2F"))
                .collect(Collectors.joining("/", source + "/", ""));
    }
}
