package dev.toolcheckpoint.orderdesk;

/** A place in a tool where a trial may want to stop the process. */
public enum Place {
    /** The refund is requested, and the payment service has not heard of it. */
    BEFORE_REFUND,
    /** The payment service committed the refund, and the tool has not come back. */
    AFTER_REFUND,
    /** The mail is out, and the tool has not come back. */
    AFTER_MAIL;

    /** Is told of each place that is reached, on the tool's thread. Thread-safe. */
    @FunctionalInterface
    public interface Visitor {

        /** Goes on when it comes back. */
        void reached(Place place) throws InterruptedException;

        /** Never stops. */
        static Visitor none() {
            return place -> {};
        }
    }
}
