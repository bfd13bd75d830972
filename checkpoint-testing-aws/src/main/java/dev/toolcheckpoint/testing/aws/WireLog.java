package dev.toolcheckpoint.testing.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every exchange of a {@link FaultyHttpClient}, in the order they ended. Thread-safe. */
public final class WireLog {

    private final List<WireExchange> exchanges = new ArrayList<>();

    WireLog() {}

    synchronized void add(WireExchange exchange) {
        exchanges.add(exchange);
    }

    /** All exchanges since the last {@link #clear}. */
    public synchronized List<WireExchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** How many requests there were. */
    public synchronized int requests() {
        return exchanges.size();
    }

    /** How many requests of an operation there were. */
    public synchronized int requests(String operation) {
        return counts().getOrDefault(operation, 0);
    }

    /** How many requests there were of each operation. */
    public synchronized Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (WireExchange exchange : exchanges) {
            counts.merge(exchange.request().operation(), 1, Integer::sum);
        }
        return counts;
    }

    /** The sum of bodies sent, in bytes. */
    public synchronized long requestBytes() {
        return exchanges.stream().mapToLong(WireExchange::requestBytes).sum();
    }

    /** The sum of bodies answered, in bytes. */
    public synchronized long responseBytes() {
        return exchanges.stream().mapToLong(WireExchange::responseBytes).sum();
    }

    /** The sum of capacity that was reported, in units. */
    public synchronized double capacityUnits() {
        return exchanges.stream().mapToDouble(WireExchange::capacityUnits).sum();
    }

    /** Forgets all exchanges. */
    public synchronized void clear() {
        exchanges.clear();
    }
}
