package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.ItemSizes;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * R05: the sizes that broke others, counted after encryption and in bytes: each is stored, no item comes near 400 KB, and the tool
 * runs once. {@link R05OversizedResultTest} has the results that are over the journal's own limit.
 */
@LocalAws
class R05StoredSizeTest {

    private static final int LARGEST_ITEM = 400 * 1_024;
    private static final TimeBudget TIME = TimeBudget.ofLease(Duration.ofMinutes(5));

    private final TestTable table;

    R05StoredSizeTest(AwsEndpoint aws) {
        table = new TestTable(aws);
    }

    @AfterEach
    void close() {
        table.close();
    }

    @ParameterizedTest
    @CsvSource({
        "320000, a",
        "399000, a",
        "390000, a",
        "389950, a",
        "409600, a",
        "133000, \u20ac",
        "4096, a",
        "4608, a",
        "4609, a"
    })
    void r05_resultOfAnySize_isStoredAndReplayed(int characters, String kind) {
        String result = text(characters, kind.charAt(0));
        AtomicInteger runs = new AtomicInteger();
        Tool<JsonNode, String> tool = Tool.named("export", JsonNode.class).handler((input, context) -> {
            runs.incrementAndGet();
            return result;
        });
        ToolCall call = ToolCall.of("reports", "call", JsonNodeFactory.instance.objectNode());
        // Without compression, so that the sizes are those above.
        ToolRunner runner = ToolRunner.over(Journal.over(table.store()
                .cipher(Sealing.ENCRYPTED.cipher(Clock.systemUTC()))
                .compress(false)
                .build()));

        assertThat(runner.run(tool, call, TIME)).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(runner.run(tool, call, TIME))
                .isInstanceOfSatisfying(
                        ToolOutcome.Replayed.class,
                        replayed -> assertThat(text(replayed.outcome())).isEqualTo("\"" + result + "\""));

        assertThat(runs).hasValue(1);
        assertThat(table.items())
                .allSatisfy(item -> assertThat(ItemSizes.of(item)).isLessThan(LARGEST_ITEM));
        assertThat(table.items())
                .filteredOn(item -> Raw.text(item, Names.SK).equals(ItemKeys.CONTROL))
                .singleElement()
                .satisfies(item -> assertThat(ItemSizes.of(item)).isLessThanOrEqualTo(5_500));
    }

    /** Letters, or characters beside the given one that take as many bytes. */
    private static String text(int characters, char kind) {
        Random random = new Random(characters);
        StringBuilder text = new StringBuilder(characters);
        for (int at = 0; at < characters; at++) {
            text.append((char) (kind + random.nextInt(26)));
        }
        return text.toString();
    }

    private static String text(Outcome outcome) {
        return new String(((Payload.Inline) outcome.payload()).bytes(), StandardCharsets.UTF_8);
    }
}
