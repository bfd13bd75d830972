package dev.toolcheckpoint.journal;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes attempt, write and delivery ids. Thread-safe. */
@FunctionalInterface
public interface IdSource {

    /** An id that was never returned before, 1 to 512 UTF-16 units. */
    String next();

    /**
     * 128 random bits in lower-case hex. The generator is made per id, so that a snapshot of the process that is restored
     * twice does not hand out the same ids.
     */
    static IdSource secureRandom() {
        return () -> {
            byte[] bits = new byte[16];
            new SecureRandom().nextBytes(bits);
            return HexFormat.of().formatHex(bits);
        };
    }
}
