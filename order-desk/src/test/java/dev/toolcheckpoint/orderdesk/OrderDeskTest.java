package dev.toolcheckpoint.orderdesk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The desk with its scripted model. */
class OrderDeskTest {

    private static final String KETTLE = "{\"type\":\"effect\",\"order\":\"order-1001\",\"amount\":25.00}";
    private static final String KETTLE_MAIL =
            "{\"type\":\"effect\",\"order\":\"order-1001\",\"mail\":\"ada@example.com\"}";
    private static final String BICYCLE = "{\"type\":\"effect\",\"order\":\"order-1002\",\"amount\":480.00}";
    private static final String BICYCLE_MAIL =
            "{\"type\":\"effect\",\"order\":\"order-1002\",\"mail\":\"grace@example.com\"}";

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(folder, new ScriptedDeskModel(IdSource.secureRandom()));
    }

    @Test
    void smallOrder_isRefundedAndMailed_once() throws IOException {
        RunKey run = desk.start("order-1001");

        Run ended = desk.execute(run);

        assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(ended.output()).isEqualTo("order-1001 was refunded, 25.00 euros, and the customer was told.");
        assertThat(desk.effects()).containsExactly(KETTLE, KETTLE_MAIL);
        assertThat(tools(run)).containsExactly("look_up_order", "refund_order", "mail_customer");
        assertThat(ended.usage().inputTokens()).isPositive();
        assertThat(ended.usage().outputTokens()).isPositive();
    }

    @Test
    void largeOrder_waitsForApproval_andGoesOnWithIt() throws IOException {
        RunKey run = desk.start("order-1002");

        Run waiting = desk.execute(run);

        assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
        assertThat(desk.effects()).isEmpty();
        desk.runs.approve(run, waiting.waiting().get(0).approvalId(), "ann");
        assertThat(desk.execute(run).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(desk.effects()).containsExactly(BICYCLE, BICYCLE_MAIL);
    }

    @Test
    void largeOrder_rejected_isNotRefundedAndTheCustomerIsTold() throws IOException {
        RunKey run = desk.start("order-1002");
        Run waiting = desk.execute(run);

        desk.runs.reject(run, waiting.waiting().get(0).approvalId(), "ann", "no photo");

        Run ended = desk.execute(run);
        assertThat(ended.output()).isEqualTo("order-1002 was not refunded, and the customer was told.");
        assertThat(desk.effects()).containsExactly(BICYCLE_MAIL);
    }

    @Test
    void largeOrder_nobodyDecides_isNotRefunded() throws IOException {
        RunKey run = desk.start("order-1002");
        desk.execute(run);

        desk.clock.advance(Duration.ofDays(2));
        desk.runs.tick(desk.clock.instant().plusSeconds(1));

        assertThat(desk.execute(run).output()).isEqualTo("order-1002 was not refunded, and the customer was told.");
        assertThat(desk.effects()).containsExactly(BICYCLE_MAIL);
    }

    @Test
    void unknownOrder_nothingIsDone() throws IOException {
        RunKey run = desk.start("order-9");

        assertThat(desk.execute(run).output()).isEqualTo("Nothing was done for order-9: the order was not found.");
        assertThat(desk.effects()).isEmpty();
    }

    @Test
    void payloadWithoutAnOrder_isAnsweredWithWhatIsMissing() {
        RunKey run = desk.start("");

        assertThat(desk.execute(run).output()).contains("names no order");
    }

    @Test
    void theScript_askedTwice_decidesTheSameUnderAnotherId() {
        ScriptedDeskModel model = new ScriptedDeskModel(IdSource.secureRandom());
        var question = dev.langchain4j.data.message.UserMessage.from("{\"payload\":{\"order\":\"order-1001\"}}");

        var first = model.chat(question).aiMessage().toolExecutionRequests().get(0);
        var second = model.chat(question).aiMessage().toolExecutionRequests().get(0);

        assertThat(second.name()).isEqualTo(first.name());
        assertThat(second.arguments()).isEqualTo(first.arguments());
        assertThat(second.id()).isNotEqualTo(first.id());
    }

    private List<String> tools(RunKey run) {
        return desk.details(run).steps().stream()
                .filter(step -> step.kind() == Step.Kind.TOOL)
                .map(Step::name)
                .toList();
    }
}
