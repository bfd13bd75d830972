package dev.toolcheckpoint.lambda.runs;

import static dev.toolcheckpoint.lambda.runs.RunsWorld.answer;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.batch;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.toolcheckpoint.lambda.Platform;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.UnrecognisedEventException;
import dev.toolcheckpoint.lambda.queue.MessageVisibility;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunError;
import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunWorkerFunctionTest {

    private static final String DONE = "{\"batchItemFailures\":[]}";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final RunsWorld world = new RunsWorld();
    private final List<MessageVisibility.Change> changes = new ArrayList<>();

    private RunWorkerFunction worker(RunHost host) {
        return new RunWorkerFunction(host, (queue, its) -> changes.addAll(its));
    }

    private static String failed(String... ids) {
        return "{\"batchItemFailures\":["
                + String.join(
                        ",",
                        List.of(ids).stream()
                                .map(id -> "{\"itemIdentifier\":\"" + id + "\"}")
                                .toList())
                + "]}";
    }

    @Test
    void message_executesItsRun() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunKey run = world.started(host, "k1");

        assertThat(answer(worker(host), messages(run))).isEqualTo(DONE);

        Run done = world.run(host, run);
        assertThat(done.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(done.output()).isEqualTo("refunded");
        assertThat(world.effects).containsExactly("7");
    }

    @Test
    void claim_outlivesTheInvocationByTheGrace_andIsNotRenewed() {
        List<Instant> leases = new ArrayList<>();
        RunHost[] host = new RunHost[1];
        ChatModel model = RunsWorld.model((answers, messages) -> {
            Run.Claim claim = host[0].runs()
                    .list(RunsWorld.NAMESPACE, 1, null)
                    .entries()
                    .get(0)
                    .claim();
            leases.add(claim == null ? Instant.MIN : claim.expiresAt());
            return AiMessage.from("ok");
        });
        host[0] = world.host(world.agent(model), builder -> builder.grace(Duration.ofSeconds(3)));
        Instant begun = world.clock.instant();

        answer(worker(host[0]), messages(world.started(host[0], "k1")), TestContexts.of(60_000));

        assertThat(leases).containsExactly(begun.plusSeconds(63));
    }

    @Test
    void claim_whereNothingIsKilled_isShortAndRenewed() {
        List<Instant> leases = new ArrayList<>();
        RunHost[] host = new RunHost[1];
        ChatModel model = RunsWorld.model((answers, messages) -> {
            Run.Claim claim = host[0].runs()
                    .list(RunsWorld.NAMESPACE, 1, null)
                    .entries()
                    .get(0)
                    .claim();
            leases.add(claim == null ? Instant.MIN : claim.expiresAt());
            return AiMessage.from("ok");
        });
        host[0] = world.host(world.agent(model), builder -> builder.platform(Platform.GOES_ON));
        Instant begun = world.clock.instant();

        answer(worker(host[0]), messages(world.started(host[0], "k1")), TestContexts.of(900_000));

        assertThat(leases).containsExactly(begun.plusSeconds(60));
    }

    /** Three steps of 25 s and an answer, in invocations of 60 s of which 30 are kept. */
    @Test
    void run_longerThanAnInvocation_goesOnInOthers_eachStepOnce() {
        ChatModel slow = RunsWorld.model((answers, messages) -> {
            world.clock.advance(Duration.ofSeconds(25));
            return answers < 5 ? world.refunds("o" + answers) : AiMessage.from("all refunded");
        });
        RunHost host = world.host(world.agent(slow));
        RunKey run = world.started(host, "k1");
        int invocations = 0;
        for (RunKey next = world.queue.poll(); next != null; next = world.queue.poll()) {
            invocations++;
            assertThat(answer(worker(host), messages(next), world.invocation(TIMEOUT)))
                    .isEqualTo(DONE);
        }

        assertThat(invocations).isEqualTo(3);
        assertThat(world.run(host, run).output()).isEqualTo("all refunded");
        assertThat(world.effects).containsExactly("o0", "o1", "o2", "o3", "o4");
        assertThat(world.events.stream()
                        .filter(RunEvent.Settled.class::isInstance)
                        .map(event -> ((RunEvent.Settled) event).status()))
                .containsExactly(RunStatus.INTERRUPTED, RunStatus.INTERRUPTED, RunStatus.COMPLETED);
    }

    /** Its answer takes longer than an invocation has: more of them would not help. */
    @Test
    void run_whoseModelNeverAnswersInTime_endsAfterItsAttempts() {
        ChatModel tooSlow = RunsWorld.model((answers, messages) -> {
            world.clock.advance(Duration.ofSeconds(40));
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException givenUp) {
                Thread.currentThread().interrupt();
            }
            return AiMessage.from("too late");
        });
        RunHost host = world.host(
                world.setup(Agent.named(RunsWorld.AGENT, tooSlow).maxAttempts(2).build()));
        RunKey run = world.started(host, "k1");
        int invocations = 0;
        for (RunKey next = world.queue.poll(); next != null && invocations < 10; next = world.queue.poll()) {
            invocations++;
            answer(worker(host), messages(next), world.invocation(TIMEOUT));
        }

        assertThat(invocations).isEqualTo(3);
        Run failed = world.run(host, run);
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.error())
                .isNotNull()
                .satisfies(
                        error -> assertThat(error == null ? null : error.code()).isEqualTo(RunError.Code.ATTEMPTS));
    }

    @Test
    void messagesOfOneRun_atOnce_executeItOnce() throws Exception {
        int many = 8;
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunKey run = world.started(host, "k1");
        CyclicBarrier together = new CyclicBarrier(many);
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                answers.add(threads.submit(() -> {
                    together.await();
                    return answer(worker(host), messages(run));
                }));
            }
            for (Future<String> each : answers) {
                assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo(DONE);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(world.effects).containsExactly("7");
        assertThat(world.events.stream().filter(RunEvent.Claimed.class::isInstance))
                .hasSize(1);
        assertThat(world.status(host, run)).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void message_ofARunThatAnotherWorkerHas_isDoneAndChangesNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        ChatModel model = RunsWorld.model((answers, messages) -> {
            asked.countDown();
            try {
                answered.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return AiMessage.from("ok");
        });
        RunHost host = world.host(world.agent(model));
        RunKey run = world.started(host, "k1");
        Thread first = new Thread(() -> answer(worker(host), messages(run)));
        first.start();
        asked.await();

        assertThat(answer(worker(host), messages(run))).isEqualTo(DONE);
        assertThat(world.status(host, run)).isEqualTo(RunStatus.RUNNING);

        answered.countDown();
        first.join();
        assertThat(world.status(host, run)).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void message_ofARunThatEnded_isDone() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunKey run = world.started(host, "k1");
        answer(worker(host), messages(run));

        assertThat(answer(worker(host), messages(run))).isEqualTo(DONE);
        assertThat(world.effects).containsExactly("7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "{}",
                "{\"namespace\":\"shop\"}",
                "{\"namespace\":\"shop\",\"run\":\"a b\"}",
                "{\"namespace\":\"shop\",\"run\":\"unknown\"}"
            })
    void message_thatNamesNoRun_failsAndComesAgain(String body) {
        RunHost host = world.host(world.agent(world.refundsOnce()));

        assertThat(answer(worker(host), batch(body))).isEqualTo(failed("m1"));
        assertThat(changes).containsExactly(new MessageVisibility.Change("m1", "r1", Duration.ofSeconds(30)));
    }

    @Test
    void message_ofAnotherNamespace_failsAndExecutesNothing() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunHost other = world.host(world.agent(world.refundsOnce()), builder -> builder.namespace("other"));
        RunKey run = world.started(host, "k1");

        assertThat(answer(worker(other), messages(run))).isEqualTo(failed("m1"));
        assertThat(world.status(host, run)).isEqualTo(RunStatus.QUEUED);
    }

    @Test
    void message_ofAnAgentThatIsUnknown_fails_andOthersAreExecuted() {
        RunHost old = world.host(world.setup(
                Agent.named("gone", world.refundsOnce()).tools(world.refund()).build()));
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunKey gone = world.started(old, "k1");
        RunKey run = world.started(host, "k2");

        assertThat(answer(worker(host), messages(gone, run))).isEqualTo(failed("m1"));
        assertThat(world.status(host, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.runs().find(gone).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);
    }

    @Test
    void message_whenTheStoreIsDown_failsAndIsExecutedLater() {
        DownRunStore store = new DownRunStore();
        RunsWorld own = new RunsWorld(store);
        RunHost host = own.host(own.agent(own.refundsOnce()));
        store.down = false;
        RunKey run = own.started(host, "k1");
        store.down = true;

        assertThat(answer(worker(host), messages(run))).isEqualTo(failed("m1"));

        store.down = false;
        assertThat(answer(worker(host), messages(run))).isEqualTo(DONE);
        assertThat(own.status(host, run)).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void messages_forWhichNoTimeIsLeft_areHandedOnUnclaimed() {
        ChatModel slow = RunsWorld.model((answers, messages) -> {
            world.clock.advance(Duration.ofSeconds(40));
            return AiMessage.from("ok");
        });
        RunHost host = world.host(world.agent(slow));
        RunKey first = world.started(host, "k1");
        RunKey second = world.started(host, "k2");
        world.queue.clear();

        assertThat(answer(worker(host), messages(first, second), world.invocation(TIMEOUT)))
                .isEqualTo(DONE);

        assertThat(world.status(host, first)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.status(host, second)).isEqualTo(RunStatus.QUEUED);
        assertThat(world.queue).containsExactly(second);
    }

    @Test
    void timeOut_notLongerThanTheReserve_isAnError_notAnEndlessHandOver() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunKey run = world.started(host, "k1");

        assertThatThrownBy(() -> answer(worker(host), messages(run), TestContexts.of(30_000)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("longer time-out");
        assertThat(world.queue).hasSize(1);
    }

    @Test
    void event_thatIsNoBatch_isAnError_notAnEmptySuccess() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        assertThatThrownBy(() -> answer(worker(host), "{\"Records\":[]}"))
                .isInstanceOf(UnrecognisedEventException.class);
    }
}
