package dev.toolcheckpoint.runs.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One part of an item, with one writer of its own. Immutable.
 *
 * <p>Its version is new with every write; its fence stays for as long as its writer holds what the fence stands for, so that a claim that
 * is renewed does not break a write that asks for the claim.
 */
public final class Cell {

    private final String version;
    private final String fence;
    private final boolean secret;
    private final byte[] body;

    private Cell(String version, String fence, boolean secret, byte[] body) {
        this.version = version;
        this.fence = fence;
        this.secret = secret;
        this.body = body;
    }

    /** What people may see: states, times, counts. */
    public static Cell open(String version, String fence, byte[] body) {
        return new Cell(version, fence, false, body.clone());
    }

    /** What a store that encrypts keeps encrypted: messages, inputs, outputs. Its fence is its version. */
    public static Cell secret(String version, byte[] body) {
        return new Cell(version, version, true, body.clone());
    }

    /** 1 to 200 UTF-16 units; new with every write. */
    public String version() {
        return version;
    }

    /** 1 to 200 UTF-16 units. */
    public String fence() {
        return fence;
    }

    /** Whether a store that encrypts must encrypt it. */
    public boolean isSecret() {
        return secret;
    }

    /** A copy of the bytes. */
    public byte[] body() {
        return body.clone();
    }

    /** How many bytes the body has. */
    public int size() {
        return body.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cell that
                && version.equals(that.version)
                && fence.equals(that.fence)
                && secret == that.secret
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return version.hashCode();
    }

    /** Leaves the body out. */
    @Override
    public String toString() {
        return "Cell[version " + version + ", fence " + fence + ", " + body.length + " bytes]";
    }
}
