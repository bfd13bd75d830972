package dev.toolcheckpoint.testing;

/** Texts that stores have been seen to change. An enum, so that reports show a name and not the text. */
enum SampleText {
    PLAIN("a"),
    UNICODE("Größe 漢字 🎉 \u05d0\u0301"),
    /** One text for the eye, two for a store. */
    COMPOSED("\u00e9"),
    DECOMPOSED("e\u0301"),
    LONE_SURROGATES("\ud800 \udc00 \udc00\ud800"),
    CONTROLS("\u0000\u0001\t\r\n\u001f\u007f\u0085\u2028\ufeff"),
    PUNCTUATION("'\"`;--%_\\/:*?|{}[]()$&=+,~^<>"),
    SPACES("  both ends  "),
    NUMBER("0012.50"),
    UPPER_CASE("NULL"),
    LONGEST("x".repeat(512)),
    LONGEST_WIDE("漢".repeat(512)),
    LONGEST_PAIRS("🎉".repeat(256));

    private static final int MAX_NAME = 512;
    private static final int MAX_TEXT = 2_000;

    private final String text;

    SampleText(String text) {
        this.text = text;
    }

    /** The text, made one of its own by a prefix; at most 512 UTF-16 units. */
    String name(String prefix) {
        String name = prefix + text;
        return name.substring(0, Math.min(MAX_NAME, name.length()));
    }

    /** The text again and again, exactly 2 000 UTF-16 units. */
    String longText() {
        return text.repeat(MAX_TEXT / text.length() + 1).substring(0, MAX_TEXT);
    }
}
