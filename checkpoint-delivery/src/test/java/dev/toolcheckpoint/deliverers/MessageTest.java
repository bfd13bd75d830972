package dev.toolcheckpoint.deliverers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    private static final byte[] SECRET = "s3cr3t".getBytes(StandardCharsets.UTF_8);

    @Test
    void text_namesSizesOnly() {
        assertThat(Message.of("s3cr3t", "text/plain", SECRET)
                        .with(Map.of("Authorization", "s3cr3t"))
                        .toString())
                .isEqualTo("Message[text/plain, 1 attributes, 6 bytes]");
    }

    @Test
    void bytes_areCopied() {
        byte[] given = SECRET.clone();
        Message message = Message.of("key", "text/plain", given);
        given[0] = 'x';
        message.bytes()[1] = 'x';

        assertThat(message.bytes()).isEqualTo(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "line\r\nInjected: x", "two words", "schlüssel"})
    void keysThatNoHeaderTakes_areRefused_andNotNamed(String key) {
        assertThatThrownBy(() -> Message.of(key, "text/plain", SECRET))
                .isInstanceOf(ProtocolException.class)
                .hasMessageNotContaining("Injected");
    }
}
