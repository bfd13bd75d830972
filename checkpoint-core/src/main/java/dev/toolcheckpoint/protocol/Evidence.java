package dev.toolcheckpoint.protocol;

/** Independently verified evidence that an operator or a reconciler settles with. */
public sealed interface Evidence {

    /** Who vouches for it; 1 to 512 UTF-16 units. */
    String by();

    /** The reference or the reason; 1 to 2 000 UTF-16 units. */
    String text();

    /** The effect (or delivery) happened; {@code reference} says where that can be seen. */
    static Happened happened(String reference, String by) {
        return new Happened(reference, by);
    }

    /** It did not happen, and nothing can still make it happen; {@code why} says how that is known. */
    static Absent absent(String why, String by) {
        return new Absent(why, by);
    }

    /**
     * It happened.
     *
     * @param text a reference in the downstream system
     * @param by who found it
     */
    record Happened(String text, String by) implements Evidence {
        /** Checks the texts. */
        public Happened {
            Names.text("evidence", text);
            Names.name("by", by);
        }
    }

    /**
     * It did not happen. Counts only once the attempt's lease, the skew margin and the tool's quiescence are over.
     *
     * @param text why nothing can still act
     * @param by who found it
     */
    record Absent(String text, String by) implements Evidence {
        /** Checks the texts. */
        public Absent {
            Names.text("evidence", text);
            Names.name("by", by);
        }
    }
}
