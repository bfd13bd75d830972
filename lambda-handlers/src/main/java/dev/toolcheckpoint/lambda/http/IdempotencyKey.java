package dev.toolcheckpoint.lambda.http;

import dev.toolcheckpoint.lambda.CallRules;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key of an {@code Idempotency-Key} header: a string of <a href="https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3">RFC
 * 8941</a> ({@code "a1"}), as the IETF draft asks for, or bare ({@code a1}), as most clients send it. Both are one key.
 *
 * @param key the key; empty when there is a problem
 * @param problem what was expected and found, without the key
 */
public record IdempotencyKey(String key, Optional<String> problem) {

    /** The header's name. */
    public static final String HEADER = "Idempotency-Key";

    private static final String SHAPE = "one text of 1 to " + CallRules.LONGEST_CALL_ID
            + " visible ASCII characters, bare or in double quotes, the same for every repeat of the call";

    /**
     * Reads the header.
     *
     * @param values as in {@link HttpEvent#header}
     */
    public static IdempotencyKey of(List<String> values) {
        if (values.isEmpty()) {
            return refused("is missing");
        }
        if (values.size() > 1) {
            return refused("has " + values.size() + " values");
        }
        String value = values.get(0).strip();
        String text = value.startsWith("\"") ? quoted(value) : bare(value);
        if (text == null) {
            return refused(
                    "is neither a bare text nor one quoted string (several joined by a comma can't be told from one)");
        }
        if (text.isBlank()) {
            return refused("is blank");
        }
        return text.length() > CallRules.LONGEST_CALL_ID
                ? refused("has " + text.length() + " characters")
                : new IdempotencyKey(text, Optional.empty());
    }

    private static @Nullable String bare(String value) {
        return value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e && c != ',' && c != '"') ? value : null;
    }

    private static @Nullable String quoted(String value) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                return i == value.length() - 1 ? text.toString() : null;
            }
            if (c == '\\') {
                i++;
                char escaped = i < value.length() ? value.charAt(i) : 0;
                if (escaped != '"' && escaped != '\\') {
                    return null;
                }
                text.append(escaped);
            } else if (c >= 0x20 && c <= 0x7e) {
                text.append(c);
            } else {
                return null;
            }
        }
        return null;
    }

    private static IdempotencyKey refused(String found) {
        return new IdempotencyKey("", Optional.of("The header " + HEADER + " " + found + "; expected " + SHAPE + "."));
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "IdempotencyKey" + problem;
    }
}
