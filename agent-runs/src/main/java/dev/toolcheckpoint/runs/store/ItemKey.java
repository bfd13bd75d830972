package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.protocol.ProtocolException;

/**
 * Where an item is.
 *
 * @param namespace the tenant or environment; 1 to 512 UTF-16 units, no {@code #}
 * @param partition what is read together; starts with {@code R#} for a run, {@code A#} for an approval token, {@code T#} for a trigger id, {@code
 *     K#} for a concurrency key, {@code H#} for a thread; at most 300 UTF-16 units of ASCII
 * @param sort orders the items of a partition, by UTF-16 units; at most 300 UTF-16 units of ASCII
 */
public record ItemKey(String namespace, String partition, String sort) implements Comparable<ItemKey> {

    private static final int LONGEST_NAMESPACE = 512;
    private static final int LONGEST = 300;

    /** Checks the parts. */
    public ItemKey {
        requireNamespace(namespace);
        ascii("partition", partition);
        ascii("sort", sort);
    }

    /**
     * Checks a namespace.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} unless it has 1 to 512 UTF-16 units and no {@code #}
     */
    public static void requireNamespace(String namespace) {
        if (namespace.isEmpty() || namespace.length() > LONGEST_NAMESPACE || namespace.indexOf('#') >= 0) {
            throw ProtocolException.invalidArgument("A namespace has 1 to " + LONGEST_NAMESPACE
                    + " UTF-16 units and no '#'; found " + namespace.length() + " units.");
        }
    }

    private static void ascii(String part, String value) {
        boolean printable = value.chars().allMatch(unit -> unit > ' ' && unit < 0x7f);
        if (value.isEmpty() || value.length() > LONGEST || !printable) {
            throw ProtocolException.invalidArgument("The " + part + " of a run's item has 1 to " + LONGEST
                    + " printable ASCII characters without spaces; found " + value.length() + " units.");
        }
    }

    /** Another item of the same partition. */
    public ItemKey sibling(String otherSort) {
        return new ItemKey(namespace, partition, otherSort);
    }

    @Override
    public int compareTo(ItemKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        int byPartition = byNamespace != 0 ? byNamespace : partition.compareTo(other.partition);
        return byPartition != 0 ? byPartition : sort.compareTo(other.sort);
    }

    @Override
    public String toString() {
        return namespace + "/" + partition + "/" + sort;
    }
}
