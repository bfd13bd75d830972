package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** Tells somebody that a call waits for approval. Thread-safe. */
@FunctionalInterface
public interface ApprovalNotifier {

    /**
     * Sends one request. The same approval may be sent again, with another token; each of its tokens works.
     *
     * @return whether it was accepted; otherwise it is sent again by a later {@link Runs#tick}
     * @throws Exception counts as not accepted
     */
    boolean send(Request request) throws Exception;

    /**
     * A call that waits for approval.
     *
     * @param run the run
     * @param agent its agent's name
     * @param approvalId names the approval within its run
     * @param tool the tool's name
     * @param input the arguments, for whoever decides
     * @param token what {@link Runs#approve} and {@link Runs#reject} take; whoever has it may decide
     * @param expiresAt when it counts as rejected
     */
    record Request(
            RunKey run, String agent, String approvalId, String tool, JsonNode input, String token, Instant expiresAt) {

        /** The key a receiver deduplicates by: one a token. */
        public String idempotencyKey() {
            return run.id() + "/" + approvalId + "/" + Tokens.id(token);
        }

        /** Leaves the input and the token out. */
        @Override
        public String toString() {
            return "Request[" + run + ", " + approvalId + ", " + tool + "]";
        }
    }
}
