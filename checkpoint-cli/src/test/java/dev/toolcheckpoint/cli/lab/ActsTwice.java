package dev.toolcheckpoint.cli.lab;

/** A process of the lab whose every request reaches the service twice, under different keys: what the lab must notice. */
public final class ActsTwice {

    private ActsTwice() {}

    /** Makes the call that the words describe, and once more. */
    public static void main(String[] words) {
        LabProcess.run(words, service -> (key, order, amount) -> {
            RefundService.Refund refund = service.refund(key, order, amount);
            service.refund(key + "/again", order, amount);
            return refund;
        });
    }
}
