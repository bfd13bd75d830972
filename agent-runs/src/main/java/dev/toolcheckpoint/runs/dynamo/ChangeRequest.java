package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One change in DynamoDB's words. A cell is set attribute by attribute, so that writers of other cells of the item are not disturbed. The
 * same change always gives the same words: a transaction's token asks for that.
 */
final class ChangeRequest {

    private final SharedTable table;
    private final AttributeValue writeId;
    private final Change change;
    private final Map<String, CellBodies.Ready> bodies;
    private final Map<String, String> aliases = new TreeMap<>();
    private final Map<String, AttributeValue> values = new TreeMap<>();
    private final String condition;
    private final String update;

    /**
     * Puts a change into words.
     *
     * @param writeId of its commit
     * @param bodies of the cells that are put, by name
     */
    ChangeRequest(SharedTable table, String writeId, Change change, Map<String, CellBodies.Ready> bodies) {
        this.table = table;
        this.writeId = SharedTable.attribute(writeId);
        this.change = change;
        this.bodies = new TreeMap<>(bodies);
        this.condition = condition();
        this.update = change.deletes() || change.onlyAsks() ? "" : update();
    }

    Change change() {
        return change;
    }

    Map<String, CellBodies.Ready> bodies() {
        return bodies;
    }

    Map<String, AttributeValue> key() {
        return Attributes.key(change.key());
    }

    String conditionExpression() {
        return condition;
    }

    String updateExpression() {
        return update;
    }

    /** What the aliases stand for. */
    Map<String, String> names() {
        Map<String, String> names = new TreeMap<>();
        aliases.forEach((attribute, alias) -> names.put(alias, attribute));
        return names;
    }

    Map<String, AttributeValue> values() {
        return values;
    }

    /** Whether this commit wrote an item last: an earlier send of it was applied then. */
    boolean isWrittenIn(Map<String, AttributeValue> item) {
        return !update.isEmpty() && writeId.equals(item.get(Attributes.WRITE_ID));
    }

    /** Everything that is sent of a change without payloads, for a digest. */
    String words() {
        StringBuilder words = new StringBuilder(change.key() + "\n" + condition + "\n" + update);
        values.forEach(
                (alias, value) -> words.append('\n').append(alias).append('=').append(word(value)));
        return words.toString();
    }

    private static String word(AttributeValue value) {
        if (value.b() != null) {
            return "b" + HexFormat.of().formatHex(value.b().asByteArrayUnsafe());
        }
        return value.s() == null ? "n" + value.n() : "s" + value.s();
    }

    private String condition() {
        List<String> all = new ArrayList<>();
        boolean exists = change.expected().values().stream().anyMatch(what -> !(what instanceof Expected.Absent));
        String schema = name(Attributes.SCHEMA) + " = " + value(Attributes.VERSION_1);
        // An item of another version is never changed.
        all.add(exists ? schema : "(attribute_not_exists(" + name(Attributes.PK) + ") OR " + schema + ")");
        new TreeMap<>(change.expected()).forEach((cell, what) -> all.add(holds(cell, what)));
        if (!change.deletes() && !change.onlyAsks()) {
            // A repeat must not write once more, even when all it asks for still holds.
            String last = name(Attributes.WRITE_ID);
            all.add("(attribute_not_exists(" + last + ") OR " + last + " <> " + value(writeId) + ")");
        }
        return String.join(" AND ", all);
    }

    private String holds(String cell, Expected what) {
        String version = name(Attributes.version(cell));
        if (what instanceof Expected.Version seen) {
            return version + " = " + value(SharedTable.attribute(seen.version()));
        }
        if (what instanceof Expected.Fence held) {
            String fence = name(Attributes.fence(cell));
            String holder = value(SharedTable.attribute(held.fence()));
            return "(" + fence + " = " + holder + " OR (attribute_not_exists(" + fence + ") AND " + version + " = "
                    + holder + "))";
        }
        return "attribute_not_exists(" + version + ")";
    }

    private String update() {
        Map<String, AttributeValue> sets =
                new TreeMap<>(Map.of(Attributes.SCHEMA, Attributes.VERSION_1, Attributes.WRITE_ID, writeId));
        List<String> removes = new ArrayList<>();
        new TreeMap<>(change.puts()).forEach((name, cell) -> put(name, cell, sets, removes));
        if (change.setsDue()) {
            var dueAt = change.dueAt();
            if (dueAt == null) {
                removes.addAll(List.of(Attributes.ATTENTION, Attributes.ATTENTION_AT));
            } else {
                String pk = Attributes.pk(change.key().namespace(), change.key().partition());
                sets.putAll(table.attention(Attributes.KIND, pk, change.key().sort(), dueAt));
            }
        }
        List<String> words = new ArrayList<>();
        sets.forEach((attribute, value) -> words.add(name(attribute) + " = " + value(value)));
        String text = "SET " + String.join(", ", words);
        return removes.isEmpty()
                ? text
                : text + " REMOVE "
                        + String.join(", ", removes.stream().map(this::name).toList());
    }

    private void put(String name, Cell cell, Map<String, AttributeValue> sets, List<String> removes) {
        CellBodies.Ready body = bodies.get(name);
        if (body == null) {
            throw new IllegalArgumentException("a cell that is put has a body");
        }
        sets.put(Attributes.body(name), body.attribute());
        sets.put(Attributes.version(name), SharedTable.attribute(cell.version()));
        if (cell.fence().equals(cell.version())) {
            removes.add(Attributes.fence(name));
        } else {
            sets.put(Attributes.fence(name), SharedTable.attribute(cell.fence()));
        }
    }

    private String name(String attribute) {
        return aliases.computeIfAbsent(attribute, each -> "#a" + aliases.size());
    }

    private String value(AttributeValue value) {
        String name = ":v" + values.size();
        values.put(name, value);
        return name;
    }
}
