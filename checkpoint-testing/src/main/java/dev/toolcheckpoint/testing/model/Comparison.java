package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Coverage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what was seen of the model and of the store under test. Both make ids of their own: the first time two of them
 * meet they belong together, and from then on neither may stand in another's place.
 */
final class Comparison {

    private final Map<Id, Id> realOfModel = new HashMap<>();
    private final Map<Id, Id> modelOfReal = new HashMap<>();
    /** Facts that did not differ; they have no equality but identity. A record that nobody changed is told by the same facts again. */
    private final Map<Facts, Facts> compared = new HashMap<>();

    private final Coverage coverage;

    Comparison(Coverage coverage) {
        this.coverage = coverage;
        // An id that nobody was given must never turn up in a record.
        realOfModel.put(ModelWorld.NOBODY, ModelWorld.NOBODY);
        modelOfReal.put(ModelWorld.NOBODY, ModelWorld.NOBODY);
    }

    /** @throws AssertionError naming the command, or the record, and the fields in which they differ */
    void compare(Command command, List<Player.Seen> expected, List<Player.Seen> found) {
        for (int index = 0; index < Math.min(expected.size(), found.size()); index++) {
            Player.Seen model = expected.get(index);
            Player.Seen real = found.get(index);
            if (!model.what().equals(real.what())) {
                throw new AssertionError("After " + command + ": expected " + model + ", found " + real);
            }
            List<String> differences =
                    compared.get(model.facts()) == real.facts() ? List.of() : differences(model.facts(), real.facts());
            if (!differences.isEmpty()) {
                throw new AssertionError("After " + command + ": " + model.what() + " differs: "
                        + String.join(", ", differences) + ". Expected " + model.facts() + ", found "
                        + real.facts());
            }
            compared.put(model.facts(), real.facts());
            if (model.what() instanceof Command.Operation operation) {
                coverage.hit(operation.operation() + ": " + model.facts().kind());
            }
        }
        if (expected.size() != found.size()) {
            throw new AssertionError("After " + command + ": expected " + expected + ", found " + found);
        }
    }

    private List<String> differences(Facts model, Facts real) {
        List<String> differences = new ArrayList<>();
        if (!model.kind().equals(real.kind())) {
            differences.add("expected " + model.kind() + ", found " + real.kind());
            return differences;
        }
        if (!model.fields().keySet().equals(real.fields().keySet())) {
            Set<String> all = new LinkedHashSet<>(model.fields().keySet());
            all.addAll(real.fields().keySet());
            all.removeIf(
                    field -> model.fields().containsKey(field) && real.fields().containsKey(field));
            differences.add("only one has " + all);
        }
        model.fields().forEach((field, expected) -> {
            Object found = real.fields().get(field);
            if (found != null && !same(expected, found)) {
                differences.add(field + " expected " + expected + ", found " + found);
            }
        });
        return differences;
    }

    private boolean same(Object model, Object real) {
        if (model instanceof Facts.Either either) {
            return same(either.one(), real) || same(either.other(), real);
        }
        if (!(model instanceof Id expected) || !(real instanceof Id found)) {
            return model.equals(real);
        }
        Id known = realOfModel.get(expected);
        if (known == null && !modelOfReal.containsKey(found)) {
            realOfModel.put(expected, found);
            modelOfReal.put(found, expected);
            return true;
        }
        return found.equals(known);
    }
}
