package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            "\u00fcber \u6f22 \ud83d\ude00",
            "back\\slash \\ud800",
            "\ud800",
            "\udc00\ud800",
            "a\\\ud83d\ude00\udfff",
            "#",
            "#\\ud800",
            "#\\\\",
            "\u0000\u0001");

    @Test
    void encoded_isUtf8OfItsOwn_andDecodesToTheText() {
        List<String> columns = TEXTS.stream().map(SqlText::encode).toList();

        assertThat(columns).doesNotHaveDuplicates().noneMatch(SqlTextTest::hasLoneSurrogate);
        assertThat(columns.stream().map(SqlText::decode)).containsExactlyElementsOf(TEXTS);
    }

    @Test
    void namespace_hasTheSameColumnValueAsInTheJournal() {
        TEXTS.stream()
                .filter(text -> text.indexOf('#') < 0)
                .forEach(text -> assertThat(SqlText.encode(text)).isEqualTo(SqlText.of(text)));
        assertThat(SqlText.of("a\\\ud800b")).isEqualTo("#a\\\\\\ud800b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#\\", "#\\u", "#\\ud80", "#\\uzzzz"})
    void decode_ofABrokenEscape_isTyped(String column) {
        assertThatThrownBy(() -> SqlText.decode(column))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("left as it is");
    }

    private static boolean hasLoneSurrogate(String text) {
        return !new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
    }
}
