package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.canonical;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backslashes are written as ~ here, so that Java and JSON escapes don't have to be counted. */
class SurrogateEscapesTest {

    @ParameterizedTest
    @CsvSource({
        "~ud83d, \uD83D",
        "~uD83Dx, \uD83Dx",
        "~ude00, \uDE00",
        "~ude00~ud83d, \uDE00\uD83D",
        "~ud83d~ude00, ~ud83d~ude00",
        "~ud83d~ud83d~ude00, \uD83D~ud83d~ude00",
        "~ud83d~ude00~ude00, ~ud83d~ude00\uDE00",
        "~ud83d~u0041, \uD83D~u0041",
        "~ud83d~n~ude00, \uD83D~n\uDE00",
        "~ud83dude000, \uD83Dude000",
        "~~ud83d, ~~ud83d",
        "~~~ud83d, ~~\uD83D",
        "~ud83d~~ude00, \uD83D~~ude00",
        "~ud7ff~ue000, ~ud7ff~ue000",
        "~ud800~udbff~udc00, \uD800~udbff~udc00",
        "~udbff~udfff~udfff, ~udbff~udfff\uDFFF",
        "~udbff, \uDBFF",
        "~udc00, \uDC00",
        "~ud83d~ud7ff, \uD83D~ud7ff",
        "~ud83d~ue000, \uD83D~ue000",
        "~ud83d~udbff, \uD83D\uDBFF",
        "~ud83d\uD83D\uDE00, \uD83D\uD83D\uDE00",
        "a~ud83db~nc~ude00d~te, a\uD83Db~nc\uDE00d~te",
        "~ud83d~, \uD83D~",
        "~ud83d~u, \uD83D~u",
        "~ud83d~ude0, \uD83D~ude0",
        "~ud83, ~ud83",
        "~u, ~u",
        "~, ~",
        "~Ud83d, ~Ud83d",
        "~ud83g, ~ud83g",
        "~ud83\u0663, ~ud83\u0663",
        "~u\u0660d83d, ~u\u0660d83d",
        "ud83d, ud83d",
    })
    void unescapeLone_text_changesLoneSurrogatesOnly(String escaped, String expected) {
        char[] text = (escaped.replace('~', '\\') + "~ud83d").toCharArray();
        int length = SurrogateEscapes.unescapeLone(text, text.length - "~ud83d".length());
        assertThat(new String(text, 0, length)).isEqualTo(expected.replace('~', '\\'));
    }

    /** The array may be longer than the text, as a decoder's is. */
    @Test
    void unescapeLone_escapeBeyondTheEnd_isNotRead() {
        char[] text = "\\ud83d\\ude00".toCharArray();
        assertThat(SurrogateEscapes.unescapeLone(text, 11)).isEqualTo(6);
        assertThat(new String(text, 0, 6)).isEqualTo("\uD83D" + "\\ude0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\\ud83d", "\\ude00", "a\\ud83d\\u0041", "\\ude00\\ud83d", "\\ud83d\\n\\ude00\\\\", "\\\\ud83d"})
    void parse_loneSurrogates_areKeptInStringsAndKeys(String escaped) {
        JsonNode tree = parse("[\"" + escaped + "\",{\"" + escaped + "\":1,\"z\":\"" + escaped + "\"},2]");
        String value = tree.get(0).textValue();
        assertThat(tree.get(1).get(value).intValue()).isEqualTo(1);
        assertThat(tree.get(1).get("z").textValue()).isEqualTo(value);
        assertThat(tree.get(2).intValue()).isEqualTo(2);
        assertThat(canonical(canonical(tree))).isEqualTo(canonical(tree));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud83",
                "\"\\ud83d",
                "\"\\ud83d\\",
                "\"\\ud83d\\u",
                "\"\\ud83d\\ude0",
                "\"\\ud83g\"",
                "\\ud83d",
                "[\\ud83d]",
                "\"\\",
                "\\",
                "\"\\Ud83d\"",
            })
    void parse_brokenEscape_isRefused(String text) {
        refused(JsonException.Reason.NOT_JSON, () -> parse(text));
    }
}
