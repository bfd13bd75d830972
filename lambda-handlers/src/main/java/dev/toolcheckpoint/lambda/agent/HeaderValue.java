package dev.toolcheckpoint.lambda.agent;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Header values of MCP: plain ASCII, or {@code =?base64?…?=}. */
final class HeaderValue {

    private static final String START = "=?base64?";
    private static final String END = "?=";

    private HeaderValue() {}

    /** The value; what is no valid base64 stays as it is, and equals nothing. */
    static String decoded(String value) {
        if (value.length() < START.length() + END.length() || !value.startsWith(START) || !value.endsWith(END)) {
            return value;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value.substring(START.length(), value.length() - END.length()));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return value;
        }
    }
}
