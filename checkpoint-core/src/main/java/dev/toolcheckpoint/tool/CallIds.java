package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Call ids: made of several texts, or found in a document. One that can't be told from others is refused, never shared. Stateless. */
public final class CallIds {

    /** The protocol's limit, in UTF-16 units. */
    public static final int LONGEST = 512;

    private CallIds() {}

    /** {@code source/part/part}; a slash or percent sign in a part is escaped. Different texts give different ids. */
    public static String of(String source, String... parts) {
        return Arrays.stream(parts)
                .map(part -> part.replace("%", "%25").replace("/", "%2F"))
                .collect(Collectors.joining("/", source + "/", ""));
    }

    /**
     * What is wrong with a call id; empty when nothing is.
     *
     * @param where how a message names the place, as in {@code The call id at "detail.key"}
     * @param found what is there; {@code null} for nothing
     */
    public static Optional<String> problem(String where, @Nullable JsonNode found) {
        if (found == null || found.isMissingNode() || found.isNull()) {
            return Optional.of(where + " is missing. It is the caller's key: a text of 1 to " + LONGEST
                    + " UTF-16 units, the same for every repeat of the call.");
        }
        if (!found.isTextual()) {
            return Optional.of(where + " must be a text, found "
                    + found.getNodeType().name().toLowerCase(Locale.ROOT) + ".");
        }
        return problem(where, found.textValue());
    }

    /** The same for a text. */
    public static Optional<String> problem(String where, String text) {
        if (text.isBlank()) {
            return Optional.of(where + " is blank.");
        }
        return text.length() > LONGEST
                ? Optional.of(where + " has " + text.length() + " UTF-16 units; at most " + LONGEST + " are allowed.")
                : Optional.empty();
    }
}
