package dev.toolcheckpoint.langchain4j;

/**
 * What tells the calls of one tool within a {@link Turn} apart. The turn, the memory id and the tool's name are always part of
 * the identity, since providers' tool-call ids repeat from turn to turn.
 */
public enum CallIdentity {

    /**
     * The same arguments within one turn are the same call. Holds when the turn is repeated and the model is asked again: it answers
     * with new tool-call ids then, in an order of its own. Two equal calls within a turn are one; and arguments that the model
     * words differently the second time are another call, so a tool with free text wants a {@link Effect#keyArgument()}.
     */
    ARGUMENTS,

    /**
     * The provider's tool-call id. Holds when a stored message of the model is executed again; when the model is asked again its
     * ids are new, and so are the calls. Two equal calls within a turn are two. A call without an id is refused.
     */
    TOOL_CALL
}
