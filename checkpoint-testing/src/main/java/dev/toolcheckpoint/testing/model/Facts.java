package dev.toolcheckpoint.testing.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be told of an answer or of a record, field by field. Fields that are absent are left out. Not thread-safe. */
final class Facts {

    /** Either is right. */
    record Either(Object one, Object other) {}

    private final String kind;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    Facts(String kind) {
        this.kind = kind;
    }

    /** Adds a field, unless it is absent. */
    Facts with(String field, @Nullable Object value) {
        if (value != null) {
            fields.put(field, value);
        }
        return this;
    }

    /** Adds the fields of a part, unless it is absent. */
    Facts with(String prefix, @Nullable Facts part) {
        if (part != null) {
            fields.put(prefix, part.kind);
            part.fields.forEach((field, value) -> fields.put(prefix + "." + field, value));
        }
        return this;
    }

    /** What the operation threw. */
    static Facts thrown(String code, @Nullable Boolean ambiguous) {
        return new Facts("throws " + code).with("ambiguous", ambiguous);
    }

    /** The same fields under another kind. */
    Facts as(String other) {
        Facts facts = new Facts(other);
        facts.fields.putAll(fields);
        return facts;
    }

    String kind() {
        return kind;
    }

    Map<String, Object> fields() {
        return fields;
    }

    @Override
    public String toString() {
        return kind + fields;
    }
}
