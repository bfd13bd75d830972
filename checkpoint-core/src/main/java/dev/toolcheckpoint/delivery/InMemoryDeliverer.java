package dev.toolcheckpoint.delivery;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Delivers into a map of this process: for programs whose receivers live there, and for tests. Keeps one message per
 * idempotency key, so it may be repeated. Thread-safe.
 */
public final class InMemoryDeliverer implements Deliverer {

    private final Map<String, Request> mailbox = new LinkedHashMap<>();

    @Override
    public boolean idempotent() {
        return true;
    }

    @Override
    public Result deliver(Request request) {
        synchronized (mailbox) {
            mailbox.putIfAbsent(request.idempotencyKey(), request);
        }
        return new Result.Arrived();
    }

    /** What was delivered under this key. */
    public Optional<Request> received(String idempotencyKey) {
        synchronized (mailbox) {
            return Optional.ofNullable(mailbox.get(idempotencyKey));
        }
    }

    /** How many different outcomes were delivered. */
    public int size() {
        synchronized (mailbox) {
            return mailbox.size();
        }
    }
}
