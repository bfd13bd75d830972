package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.WaitPoint.Answer;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.RunItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** R17: an approval covers one call of one tool revision with exactly these arguments. */
class R17ApprovalTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final World world = new World();
    private final ScriptedModel model =
            ScriptedModel.turns(calls("refund", "{\"order\":\"1\",\"amount\":\"5\"}"), says("ok"));

    private Agent agent(String revision) {
        return Agent.named("a", model)
                .tools(RunTool.effect(
                                World.specification("refund", "order", "amount"),
                                world.effect("refund", revision, Recovery.manual())
                                        .tool())
                        .approvedWithin(HOUR))
                .build();
    }

    private String token(int number) {
        return world.requests.get(number).token();
    }

    @Test
    void anApprovedCallRunsOnceHoweverOftenItIsApproved() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.WAITING);
        assertThat(world.effects).isEmpty();

        assertThat(runs.approve(World.NAMESPACE, token(0), "boss")).isInstanceOf(Decided.Done.class);
        assertThat(runs.approve(World.NAMESPACE, token(0), "boss")).isInstanceOf(Decided.Already.class);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(runs.approve(World.NAMESPACE, token(0), "other")).isInstanceOf(Decided.Already.class);
        assertThat(world.effects).containsExactly("refund:1");
        assertThat(world.execute(world.runs(agent("1")), world.start(runs, "a", "2")))
                .isEqualTo(RunStatus.WAITING);
    }

    @Test
    void argumentsThatChangedNeedAnotherApprovalAndDontSpendThisOne() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        tamper(run, "\\\"5\\\"", "\\\"500\\\"");
        runs.approve(World.NAMESPACE, token(0), "boss");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.WAITING);
        assertThat(world.effects).isEmpty();
        assertThat(world.requests).hasSize(2);
        assertThat(world.requests.get(1).input().path("amount").asText()).isEqualTo("500");
        tamper(run, "\\\"500\\\"", "\\\"5\\\"");
        runs.reject(World.NAMESPACE, token(1), "boss", null);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("refund:1");
    }

    @Test
    void equalArgumentsInAnotherOrderAreTheSame() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        tamper(
                run,
                "{\\\"order\\\":\\\"1\\\",\\\"amount\\\":\\\"5\\\"}",
                "{ \\\"amount\\\":\\\"5\\\", \\\"order\\\":\\\"1\\\"}");
        runs.approve(World.NAMESPACE, token(0), "boss");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("refund:1");
    }

    /** Changes the stored turn, as a crafted event or a hand in the table would. */
    private void tamper(RunKey run, String from, String to) {
        RunItem step = world.store.find(Keys.step(run, 1)).orElseThrow();
        Cell cell = World.cell(step, Keys.DOC);
        String text = new String(cell.body(), StandardCharsets.UTF_8);
        assertThat(text).contains(from);
        String version = cell.version() + "+";
        boolean done = world.store.commit(new Commit(
                version,
                List.of(Change.of(step.key())
                        .expect(Keys.DOC, new Expected.Version(cell.version()))
                        .put(
                                Keys.DOC,
                                Cell.secret(version, text.replace(from, to).getBytes(StandardCharsets.UTF_8)))
                        .build())));
        assertThat(done).isTrue();
    }

    @Test
    void anotherRevisionOfTheToolNeedsAnotherApproval() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        runs.approve(World.NAMESPACE, token(0), "boss");

        Runs newer = world.runs(agent("2"));
        assertThat(world.execute(newer, run)).isEqualTo(RunStatus.WAITING);
        assertThat(world.effects).isEmpty();
        assertThat(newer.approve(World.NAMESPACE, token(1), "boss")).isInstanceOf(Decided.Done.class);
        assertThat(world.execute(newer, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("refund:1");
    }

    @Test
    void decidingDifferentlyIsAConflict() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        runs.reject(World.NAMESPACE, token(0), "boss", "too much");
        assertThat(runs.approve(World.NAMESPACE, token(0), "other")).isInstanceOf(Decided.Conflict.class);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).isEmpty();
        ToolExecutionResultMessage told =
                (ToolExecutionResultMessage) model.asked().get(1).get(2);
        assertThat(told.text()).contains("rejected").contains("too much");
        assertThat(told.isError()).isTrue();
    }

    @Test
    void aDecisionAfterTheEndOfItsTimeIsRefusedAndSaid() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        world.clock.advance(HOUR);

        assertThat(runs.approve(World.NAMESPACE, token(0), "boss"))
                .isInstanceOfSatisfying(
                        Decided.TooLate.class, late -> assertThat(late.why()).contains("expired"));
        assertThat(runs.tick(world.clock.instant().plus(HOUR)).expired()).isEqualTo(1);
        assertThat(runs.approve(World.NAMESPACE, token(0), "boss")).isInstanceOf(Decided.TooLate.class);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).isEmpty();
        assertThat(world.heard(RunEvent.Decided.class))
                .extracting(RunEvent.Decided::answer)
                .containsExactly(Answer.EXPIRED);
    }

    @Test
    void aDecisionAfterACancelIsRefusedAndSaid() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        assertThat(runs.cancel(run, "user")).isEqualTo(Cancelled.CANCELLED);
        assertThat(runs.approve(World.NAMESPACE, token(0), "boss"))
                .isInstanceOfSatisfying(
                        Decided.TooLate.class, late -> assertThat(late.status()).isEqualTo(RunStatus.CANCELLED));
        assertThat(world.effects).isEmpty();
    }

    @Test
    void aTokenWorksForItsOwnRunAndNamespaceOnly() {
        Runs runs = world.runs(agent("1"));
        RunKey one = world.start(runs, "a", "1");
        RunKey two = world.start(runs, "a", "2");
        world.execute(runs, one);
        world.execute(runs, two);

        assertThat(runs.approve("other", token(0), "boss")).isInstanceOf(Decided.Unknown.class);
        assertThat(runs.approve(World.NAMESPACE, "made-up", "boss")).isInstanceOf(Decided.Unknown.class);
        assertThat(runs.approve(World.NAMESPACE, token(0), "boss"))
                .isInstanceOfSatisfying(
                        Decided.Done.class, done -> assertThat(done.run()).isEqualTo(one));
        assertThat(runs.find(two).orElseThrow().status()).isEqualTo(RunStatus.WAITING);
    }

    @Test
    void tokensAreKeptAsDigestsOnly() {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        String everything = world.store.load(World.NAMESPACE, Keys.partition(run)).stream()
                .flatMap(item -> item.cells().values().stream())
                .map(cell -> new String(cell.body(), StandardCharsets.UTF_8))
                .reduce("", String::concat);
        assertThat(everything).doesNotContain(token(0));
        assertThat(world.requests.get(0).toString()).doesNotContain(token(0));
    }

    @Test
    void ofTwoApproversAtOnceOneDecides() throws Exception {
        Runs runs = world.runs(agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Callable<Decided>> both = List.of(
                () -> runs.approve(World.NAMESPACE, token(0), "one"),
                () -> runs.reject(World.NAMESPACE, token(0), "two", null));
        int done = 0;
        int conflicts = 0;
        for (Future<Decided> each : threads.invokeAll(both)) {
            done += each.get() instanceof Decided.Done ? 1 : 0;
            conflicts += each.get() instanceof Decided.Conflict ? 1 : 0;
        }
        threads.shutdown();
        assertThat(done).isEqualTo(1);
        assertThat(conflicts).isEqualTo(1);
    }

    @Test
    void severalCallsOfATurnWaitForAllTheirDecisions() {
        ScriptedModel both = ScriptedModel.turns(
                calls(
                        "refund", "{\"order\":\"1\",\"amount\":\"5\"}",
                        "refund", "{\"order\":\"2\",\"amount\":\"6\"}"),
                says("ok"));
        Runs runs = world.runs(Agent.named("a", both)
                .tools(RunTool.effect(
                                World.specification("refund", "order", "amount"),
                                world.effect("refund").tool())
                        .approvedWithin(HOUR))
                .build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        assertThat(runs.load(run).orElseThrow().run().waiting()).hasSize(2);
        Decided first = runs.approve(World.NAMESPACE, token(0), "boss");
        assertThat(first)
                .isInstanceOfSatisfying(
                        Decided.Done.class, done -> assertThat(done.runGoesOn()).isFalse());
        assertThat(runs.find(run).orElseThrow().status()).isEqualTo(RunStatus.WAITING);
        runs.reject(World.NAMESPACE, token(1), "boss", null);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("refund:1");
        assertThat(both.asked()).hasSize(2);
    }

    @Test
    void aRequestThatIsNotAcceptedIsSentAgainWithAnotherTokenAndBothWork() {
        int[] sends = {0};
        Runs runs = world.runs(
                builder -> builder.notifier(request -> {
                    world.requests.add(request);
                    return ++sends[0] > 1;
                }),
                agent("1"));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        world.clock.advance(Duration.ofMinutes(2));

        assertThat(runs.tick(world.clock.instant().plus(HOUR)).sentAgain()).isEqualTo(1);
        assertThat(token(1)).isNotEqualTo(token(0));
        world.clock.advance(Duration.ofMinutes(2));
        assertThat(runs.tick(world.clock.instant().plus(HOUR)).sentAgain()).isZero();
        assertThat(runs.approve(World.NAMESPACE, token(0), "boss")).isInstanceOf(Decided.Done.class);
        assertThat(runs.approve(World.NAMESPACE, token(1), "boss")).isInstanceOf(Decided.Already.class);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
    }
}
