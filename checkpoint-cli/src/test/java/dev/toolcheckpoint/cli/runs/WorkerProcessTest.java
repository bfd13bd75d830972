package dev.toolcheckpoint.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolcheckpoint.cli.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A worker as a process of its own, with a model behind HTTP that lets it wait, drained and killed while it waits. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(180)
class WorkerProcessTest {

    private static final String LOOK_UP = """
            {"id":"c","object":"chat.completion","created":1,"model":"stub","choices":[{"index":0,"finish_reason":"tool_calls",
            "message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":
            {"name":"look_up_order","arguments":"{\\"order\\":\\"order-1001\\"}"}}]}}],
            "usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12}}
            """;

    @TempDir
    private Path folder;

    private final CountDownLatch secondQuestion = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer model;
    private RunsCli runs;
    private String run;

    @BeforeEach
    void open() throws IOException {
        model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        model.setExecutor(threads);
        model.createContext("/v1/chat/completions", this::answer);
        model.start();
        runs = new RunsCli(folder);
        run = runs.started("t-1", RunsCli.KETTLE);
    }

    @AfterEach
    void close() {
        over.countDown();
        model.stop(0);
        threads.shutdownNow();
    }

    /** The first question is answered; the second one is not, as long as the test lasts. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            if (keys.size() > 1) {
                secondQuestion.countDown();
                over.await();
                return;
            }
            byte[] bytes = LOOK_UP.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private Process worker(String... further) throws IOException {
        String url = "http://127.0.0.1:" + model.getAddress().getPort() + "/v1";
        List<String> words = new java.util.ArrayList<>(List.of(
                "runs",
                "worker",
                "--ledger",
                runs.ledger().toString(),
                "--model-url",
                url,
                "--model",
                "stub",
                "--json"));
        words.addAll(List.of("--model-key-env", "STUB_KEY", "--lease", "2s"));
        words.addAll(List.of(further));
        ProcessBuilder builder = ChildJvm.of(runs.store(), words.toArray(String[]::new));
        builder.environment().put("STUB_KEY", "made-up-key");
        return builder.start();
    }

    private void whileTheModelThinks(Process worker) throws InterruptedException {
        assertThat(secondQuestion.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(worker.isAlive()).isTrue();
    }

    /** Not {@code destroy}, which closes the output, too. */
    private static void term(Process worker) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-TERM", String.valueOf(worker.pid()))
                .start()
                .waitFor();
    }

    @Test
    void term_whileTheModelThinks_leavesTheRunInterruptedAndExits0() throws IOException, InterruptedException {
        Process worker = worker();
        whileTheModelThinks(worker);

        term(worker);

        String answer = ChildJvm.output(worker);
        assertThat(worker.waitFor()).isZero();
        assertThat(answer.strip())
                .isEqualTo("{\"executed\":[{\"kind\":\"settled\",\"namespace\":\"local\",\"run\":\"" + run
                        + "\",\"status\":\"INTERRUPTED\"}],\"drained\":true}");
        assertThat(keys).containsOnly("Bearer made-up-key");
        assertThat(runs.run("show", run).out())
                .contains("INTERRUPTED", "tool look_up_order: done", "9 tokens in")
                .doesNotContain("made-up-key");
        assertThat(runs.worker("--run", run).exitCode()).isZero();
        assertThat(runs.effects()).hasSize(2);
    }

    @Test
    void term_thatIsNotToDrain_endsItAtOnce() throws IOException, InterruptedException {
        Process worker = worker("--drain-on", "SIGHUP");
        whileTheModelThinks(worker);

        term(worker);

        assertThat(worker.waitFor()).isEqualTo(143);
        assertThat(runs.status(run)).isEqualTo("RUNNING");
    }

    @Test
    void kill_whileTheModelThinks_anotherWorkerGoesOnWhenTheClaimIsOver() throws IOException, InterruptedException {
        Process worker = worker();
        whileTheModelThinks(worker);

        worker.destroyForcibly();

        assertThat(worker.waitFor()).isEqualTo(137);
        // A minute later, by the clock of the command.
        String later = String.valueOf(System.currentTimeMillis() + 60_000);
        assertThat(runs.run("show", run, "--at", later).out()).contains("has not been heard of");
        assertThat(runs.run("list", "--at", later).out()).contains("its worker is gone");
        assertThat(runs.worker("--run", run, "--at", later).exitCode()).isZero();
        assertThat(runs.effects()).hasSize(2);
        assertThat(runs.run("show", run).out()).contains("model stub wants look_up_order");
    }
}
