package dev.toolcheckpoint.bench.dynamo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures in the order they were measured: each is printed as it comes, and all are written as JSON. Not thread-safe. */
final class Figures {

    private final PrintStream out;
    private final List<Figure> all = new ArrayList<>();
    private String group = "";

    Figures(PrintStream out) {
        this.out = out;
    }

    void add(Figure figure) {
        if (!figure.group().equals(group)) {
            group = figure.group();
            out.printf("%n%-72s %12s %12s%n", group, "measured", "at most");
        }
        all.add(figure);
        Double target = figure.target();
        out.printf(
                "  %-70s %12s %12s %s %s%n",
                figure.name(),
                text(figure.value()),
                target == null ? "" : text(target),
                figure.unit(),
                figure.verdict().equals("short") ? " falls short" : figure.verdict());
    }

    List<Figure> all() {
        return List.copyOf(all);
    }

    void summary() {
        List<Figure> missed =
                all.stream().filter(each -> each.verdict().equals("short")).toList();
        long judged = all.stream().filter(each -> each.target() != null).count();
        out.printf("%n%d of %d targets reached.%n", judged - missed.size(), judged);
        missed.forEach(each -> out.printf(
                "  falls short: %s, %s: %s, target %s%n",
                each.group(), each.name(), text(each.value()), text(each.target() == null ? 0 : each.target())));
    }

    void write(Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        document.putObject("environment")
                .put("java", System.getProperty("java.version"))
                .put("os", System.getProperty("os.name"))
                .put("cores", Runtime.getRuntime().availableProcessors());
        ArrayNode list = document.putArray("figures");
        for (Figure figure : all) {
            ObjectNode entry = list.addObject()
                    .put("group", figure.group())
                    .put("name", figure.name())
                    .put("value", figure.value())
                    .put("unit", figure.unit());
            Double target = figure.target();
            if (target != null) {
                entry.put("atMost", target).put("verdict", figure.verdict());
            }
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        mapper.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), document);
    }

    private static String text(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%,.2f", value);
    }
}
