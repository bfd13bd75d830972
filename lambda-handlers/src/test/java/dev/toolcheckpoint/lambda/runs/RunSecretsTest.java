package dev.toolcheckpoint.lambda.runs;

import static dev.toolcheckpoint.lambda.runs.RunsWorld.answer;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.messages;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.toolcheckpoint.lambda.CapturedOutput;
import dev.toolcheckpoint.lambda.metrics.EmfRunMetrics;
import dev.toolcheckpoint.lambda.queue.MessageVisibility;
import dev.toolcheckpoint.runs.RunKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Payloads, arguments, tokens and answers reach neither the log nor the metrics nor what a caller is told. */
class RunSecretsTest {

    private static final String SECRET = "hunter2";

    private final RunsWorld world = new RunsWorld();

    @Test
    void wholeWayOfARun_saysNothingOfWhatItHolds() {
        ChatModel model = RunsWorld.model((answers, messages) -> {
            if (answers == 1) {
                throw new IllegalStateException("The conversation was: " + SECRET);
            }
            return world.refunds(SECRET);
        });
        StringBuilder told = new StringBuilder();
        List<String> tokens;
        try (CapturedOutput output = new CapturedOutput()) {
            RunHost host = world.host(
                    world.approvedAgent(model),
                    builder -> builder.engine(
                            engine -> engine.pause(world.clock::advance).listener(EmfRunMetrics.toStandardOutput())));
            RunWorkerFunction worker = new RunWorkerFunction(host, MessageVisibility.unchanged());
            String started = answer(
                    new RunStarterFunction(host),
                    RunsWorld.start("k1", "{\"payload\":\"" + SECRET + "\",\"thread\":\"t\"}")
                            .toString());
            RunKey run = new RunKey(
                    RunsWorld.NAMESPACE, RunsWorld.body(started).path("run").asText());
            told.append(started).append(answer(worker, messages(run)));
            tokens = world.requests.stream().map(each -> each.token()).toList();
            for (String decision : List.of("approve", "reject", "nonsense")) {
                told.append(answer(
                        new RunApprovalFunction(host),
                        request("POST", "/approvals/" + tokens.get(0), "{\"decision\":\"" + decision + "\"}")
                                .toString()));
            }
            told.append(answer(worker, messages(run)))
                    .append(answer(new RunTickFunction(host, tick -> {}), "{}"))
                    .append(output.text());
        }

        assertThat(told.toString())
                .contains("RunsFailed")
                .doesNotContain(SECRET)
                .doesNotContain(tokens.get(0));
    }
}
