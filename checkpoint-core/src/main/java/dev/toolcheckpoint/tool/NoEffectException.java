package dev.toolcheckpoint.tool;

import org.jspecify.annotations.Nullable;

/**
 * Vouches that <em>this attempt</em> had no effect and can have none (refused before it was sent, connection never opened). It
 * says nothing about earlier attempts.
 */
public final class NoEffectException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * This attempt had no effect.
     *
     * @param code what the caller branches on
     * @param message for people and models; stored when no further attempt follows, so never a secret
     */
    public NoEffectException(String code, String message) {
        this(code, message, null);
    }

    /** The same with the reason it is known from. */
    public NoEffectException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** What the caller branches on. */
    public String code() {
        return code;
    }
}
