package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Seals a commit, writes the bodies that are too large for their items, sends it, and clears up: the bodies that an applied commit
 * replaced, or those of one that was refused. Thread-safe.
 */
final class Commits {

    private final SharedTable table;
    private final CellBodies bodies;
    private final KnownBodies known;
    private final Sender sender;
    private final IdSource ids;
    private final int inlineLimit;

    Commits(SharedTable table, CellBodies bodies, KnownBodies known, Sender sender, IdSource ids, int inlineLimit) {
        this.table = table;
        this.bodies = bodies;
        this.known = known;
        this.sender = sender;
        this.ids = ids;
        this.inlineLimit = inlineLimit;
    }

    boolean apply(Commit commit) {
        commit.changes().forEach(change -> Attributes.key(change.key()));
        // Each send has bodies of its own: those of an earlier one may be committed, and are sealed with another salt.
        String sendId = ids.next();
        List<ChangeRequest> requests = requests(commit, sendId);
        List<Body> before = replaced(requests);
        requests.forEach(this::writeBodies);
        Sender.Result result = sender.send(token(requests, sendId), requests);
        List<Body> own = own(requests);
        if (result == Sender.Result.APPLIED) {
            own.forEach(body -> known.add(body.key(), body.cell(), body.place()));
            before.forEach(this::delete);
        } else {
            own.stream().filter(body -> !isCommitted(body)).forEach(this::delete);
        }
        return result != Sender.Result.REFUSED;
    }

    private List<ChangeRequest> requests(Commit commit, String sendId) {
        List<InlineLimits.Body> sizes = new ArrayList<>();
        for (int number = 0; number < commit.changes().size(); number++) {
            int of = number;
            commit.changes()
                    .get(number)
                    .puts()
                    .forEach((name, cell) -> sizes.add(new InlineLimits.Body(of, name, cell.size())));
        }
        InlineLimits limits = new InlineLimits(inlineLimit, sizes);
        List<ChangeRequest> requests = new ArrayList<>();
        int bodyNumber = 0;
        for (Change change : commit.changes()) {
            Map<String, CellBodies.Ready> ready = new HashMap<>();
            int number = requests.size();
            for (Map.Entry<String, Cell> put : new TreeMap<>(change.puts()).entrySet()) {
                String name = put.getKey();
                byte[] body = put.getValue().body();
                String bodyId = sendId + "-" + bodyNumber++;
                int limit = limits.of(new InlineLimits.Body(number, name, body.length));
                ready.put(name, bodies.seal(change.key(), name, put.getValue(), body, bodyId, limit));
            }
            requests.add(new ChangeRequest(table, commit.writeId(), change, ready));
        }
        return requests;
    }

    /** A body that is not in its item. */
    private record Body(ItemKey key, String cell, String place) {}

    /** Those that this process knows the commit to replace, when it is applied. */
    private List<Body> replaced(List<ChangeRequest> requests) {
        List<Body> replaced = new ArrayList<>();
        for (ChangeRequest request : requests) {
            ItemKey key = request.change().key();
            if (request.change().deletes()) {
                known.of(key).forEach(place -> replaced.add(new Body(key, "", place)));
            }
            for (String cell : request.change().puts().keySet()) {
                known.of(key, cell).forEach(place -> replaced.add(new Body(key, cell, place)));
            }
        }
        return replaced;
    }

    private static List<Body> own(List<ChangeRequest> requests) {
        List<Body> own = new ArrayList<>();
        for (ChangeRequest request : requests) {
            request.bodies().forEach((cell, ready) -> {
                String place = ready.elsewhere();
                if (place != null) {
                    own.add(new Body(request.change().key(), cell, place));
                }
            });
        }
        return own;
    }

    /** Before the commit itself is sent, so a failure leaves nothing open. */
    private void writeBodies(ChangeRequest request) {
        ItemKey key = request.change().key();
        String partition = Attributes.pk(key.namespace(), key.partition());
        for (CellBodies.Ready ready : request.bodies().values()) {
            if (ready.sealed() != null) {
                try {
                    table.payloads().write(partition, ready.sealed());
                } catch (StoreException failure) {
                    throw failure.ambiguous() ? StoreException.unavailable(failed(failure), failure) : failure;
                }
            }
        }
    }

    private static String failed(StoreException failure) {
        return "A large cell could not be stored, so the commit was not sent. " + failure.getMessage();
    }

    /** Whether an item points to a body after all: a client that repeats by itself may hear only of its repeat. */
    private boolean isCommitted(Body body) {
        try {
            StoredCell cell =
                    StoredItem.of(body.key(), sender.get(body.key())).cells().get(body.cell());
            return cell != null && body.place().equals(cell.elsewhere());
        } catch (RuntimeException unsure) {
            return true;
        }
    }

    private void delete(Body body) {
        table.payloads().delete(Attributes.pk(body.key().namespace(), body.key().partition()), body.place());
        known.remove(body.key(), body.place());
    }

    /**
     * The token of a transaction, the same for a repeat that has the same bytes: DynamoDB refuses others under one token, and knows no
     * tables apart. What was sealed anew has other bytes; the stored write id tells it apart then.
     */
    private String token(List<ChangeRequest> requests, String sendId) {
        boolean sealed = requests.stream()
                .flatMap(request -> request.bodies().values().stream())
                .anyMatch(ready -> ready.sealed() != null);
        return Tokens.of(
                table.name(),
                sealed
                        ? List.of(sendId)
                        : requests.stream().map(ChangeRequest::words).toList());
    }
}
