package dev.toolcheckpoint.cli.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes elements. Texts and attribute values are escaped; nothing else gets in. */
final class Markup {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Starts an element.
     *
     * @param attributes names and values in turn
     */
    Markup open(String element, String... attributes) {
        start(element, attributes).append('>');
        open.push(element);
        return this;
    }

    /** Ends the element that was started last. */
    Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element of one text. */
    Markup element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** An element without content. */
    Markup empty(String element, String... attributes) {
        start(element, attributes).append("/>");
        return this;
    }

    Markup text(String text) {
        escape(text);
        return this;
    }

    /** For people who read the source. */
    Markup line() {
        out.append('\n');
        return this;
    }

    private StringBuilder start(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        return out;
    }

    private void escape(String text) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> {
                    // Characters that XML has no way to write at all become the replacement character.
                    boolean writable = c == '\t'
                            || c == '\n'
                            || (c >= 0x20 && c < 0xD800)
                            || (c > 0xDFFF && (c & 0xFFFE) != 0xFFFE);
                    out.appendCodePoint(writable ? c : 0xFFFD);
                }
            }
        });
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("Elements are still open: " + open + ".");
        }
        return out.toString();
    }
}
