package dev.toolcheckpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.io.Json;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CommandOutputTest {

    private static CommandOutput captured(byte[] printed) {
        CommandOutput.Capture capture = new CommandOutput.Capture();
        capture.add(printed, printed.length);
        return capture.output(0);
    }

    private static CommandOutput readBack(CommandOutput output) {
        return Objects.requireNonNull(CommandOutput.read(output.document()));
    }

    @Test
    void document_bytesThatAreNoText_readBack() {
        byte[] printed = {'a', (byte) 0xff, 0};

        CommandOutput back = readBack(captured(printed));

        assertThat(back.stdout()).isEqualTo(printed);
        assertThat(back.truncated()).isFalse();
    }

    @Test
    void document_controlCharactersOnly_staysSmall() {
        byte[] printed = new byte[CommandOutput.LIMIT];

        ObjectNode document = captured(printed).document();

        assertThat(Json.line(document).length()).isLessThan(2 * CommandOutput.LIMIT);
        assertThat(readBack(captured(printed)).stdout()).isEqualTo(printed);
    }

    @Test
    void capture_characterAcrossTheLimit_isLeftOutAsAWhole() {
        String text = "x".repeat(CommandOutput.LIMIT - 2) + "€";

        CommandOutput cut = captured(text.getBytes(StandardCharsets.UTF_8));

        assertThat(cut.truncated()).isTrue();
        assertThat(cut.stdout()).hasSize(CommandOutput.LIMIT - 2);
        assertThat(cut.document().path("stdout").asText()).isEqualTo("x".repeat(CommandOutput.LIMIT - 2));
        assertThat(readBack(cut).total()).isEqualTo(CommandOutput.LIMIT + 1L);
    }

    @Test
    void capture_characterThatEndsAtTheLimit_isKept() {
        String text = "x".repeat(CommandOutput.LIMIT - 3) + "€" + "y";

        assertThat(captured(text.getBytes(StandardCharsets.UTF_8)).stdout()).hasSize(CommandOutput.LIMIT);
    }

    @Test
    void read_somethingElse_isNothing() {
        assertThat(CommandOutput.read(Json.object().put("done", true))).isNull();
    }
}
