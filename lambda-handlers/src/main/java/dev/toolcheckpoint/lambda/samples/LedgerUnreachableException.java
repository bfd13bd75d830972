package dev.toolcheckpoint.lambda.samples;

import java.io.IOException;

/** The request surely did not reach the ledger. */
public final class LedgerUnreachableException extends IOException {

    private static final long serialVersionUID = 1L;

    LedgerUnreachableException(IOException cause) {
        super("The ledger can't be reached: " + cause.getClass().getSimpleName() + ".", cause);
    }
}
