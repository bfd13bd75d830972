package dev.toolcheckpoint.protocol;

/** What the host may do: as an answer to {@link ExecutionTransitions#decide}, or once a transition's swap succeeded. */
public enum Action {
    /** Run the tool. From {@code decide}: claim first. */
    EXECUTE,
    /** Find out what became of an execution; do not run the tool. */
    RECONCILE_EXECUTION,
    /** Hand out the stored outcome. */
    DELIVER,
    /** Find out what became of a delivery; do not send. */
    RECONCILE_DELIVERY,
    /** Nothing is left to do. */
    NONE
}
