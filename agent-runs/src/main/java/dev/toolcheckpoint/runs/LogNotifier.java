package dev.toolcheckpoint.runs;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log that a call waits, and how to find it: no input and no token. Whoever decides does so by the run's id and the
 * approval's.
 */
public final class LogNotifier implements ApprovalNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(LogNotifier.class);

    @Override
    public boolean send(Request request) {
        LOG.info(
                "Run {} of agent {} waits for approval {} of tool {} until {}",
                request.run(),
                request.agent(),
                request.approvalId(),
                request.tool(),
                request.expiresAt());
        return true;
    }
}
