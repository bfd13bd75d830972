package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.net.SocketTimeoutException;

/** The tool that every strategy drives: one request to the service, with the pauses before and after it. */
final class RefundTool {

    private final RefundService service;
    private final ProcessArguments arguments;
    private final Pauses pauses;
    private final Trace trace;

    RefundTool(RefundService service, ProcessArguments arguments, Pauses pauses, Trace trace) {
        this.service = service;
        this.arguments = arguments;
        this.pauses = pauses;
        this.trace = trace;
    }

    /**
     * Makes the refund.
     *
     * @param key the idempotency key for the service
     * @return the result as JSON text
     * @throws IOException nobody knows whether the refund was made
     */
    String refund(String key) throws IOException {
        pauses.reach(Fault.BEFORE_EFFECT);
        trace.add(TraceEvent.Kind.REQUESTED, "refund, key " + shortened(key));
        RefundService.Refund refund = service.refund(key, arguments.order(), arguments.amount());
        trace.add(
                refund.repeated() ? TraceEvent.Kind.DEDUPLICATED : TraceEvent.Kind.EFFECT,
                refund.repeated() ? "known key: no further refund" : refund.reference() + " made");
        if (arguments.fault() == Fault.RESPONSE_LOSS) {
            trace.add(TraceEvent.Kind.ANSWER_LOST, "the answer is lost");
            throw new SocketTimeoutException("The refund service did not answer in time.");
        }
        trace.add(TraceEvent.Kind.CONFIRMED, refund.reference());
        pauses.reach(Fault.AFTER_EFFECT);
        return "{\"refund\":" + RefundLedger.quoted(refund.reference()) + ",\"order\":"
                + RefundLedger.quoted(arguments.order()) + ",\"amount\":" + arguments.amount() + "}";
    }

    /** Ids are 64 hex digits; the first eight tell them apart. */
    private static String shortened(String key) {
        return key.length() > 40 ? key.substring(0, 8) + "…" : key;
    }
}
