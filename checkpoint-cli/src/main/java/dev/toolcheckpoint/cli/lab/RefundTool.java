package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.net.SocketTimeoutException;

/** The tool that every strategy drives: one request to the service, with the pauses before and after it. */
final class RefundTool {

    private static final int SHOWN_OF_KEY = 8;

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
                refund.repeated() ? "same key: not paid again" : refund.reference() + " paid");
        if (arguments.fault() == Fault.RESPONSE_LOSS) {
            trace.add(TraceEvent.Kind.ANSWER_LOST, "the answer is lost");
            throw new SocketTimeoutException("The refund service did not answer in time.");
        }
        trace.add(TraceEvent.Kind.CONFIRMED, refund.reference());
        pauses.reach(Fault.AFTER_EFFECT);
        return result(refund.reference(), arguments.order(), arguments.amount());
    }

    /** What the tool comes back with. */
    static String result(String reference, String order, long amount) {
        return "{\"refund\":" + RefundLedger.quoted(reference) + ",\"order\":" + RefundLedger.quoted(order)
                + ",\"amount\":" + amount + "}";
    }

    /** Enough of a key to tell it from others in a picture. */
    private static String shortened(String key) {
        int slash = key.lastIndexOf('/');
        if (slash >= 0) {
            return "…" + key.substring(slash);
        }
        return key.length() > SHOWN_OF_KEY ? key.substring(0, SHOWN_OF_KEY) + "…" : key;
    }
}
