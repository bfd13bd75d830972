package dev.toolcheckpoint.lambda.runs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.RunTool;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The four functions over one store, one clock and one queue, with an agent whose model follows a script. */
final class RunsWorld {

    static final String NAMESPACE = "shop";
    static final String AGENT = "refunds";
    static final Duration RESERVE = Duration.ofSeconds(30);

    final VirtualClock clock = new VirtualClock();
    final RunStore store;
    final ConcurrentLinkedQueue<RunKey> queue = new ConcurrentLinkedQueue<>();
    final List<ApprovalNotifier.Request> requests = new CopyOnWriteArrayList<>();
    final List<String> effects = new CopyOnWriteArrayList<>();
    final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private final InMemoryCheckpointStore checkpoints = new InMemoryCheckpointStore();
    private final AtomicInteger ids = new AtomicInteger();

    RunsWorld() {
        this(new InMemoryRunStore());
    }

    RunsWorld(RunStore store) {
        this.store = store;
    }

    /** A model that answers by how many answers there are and what it was told. */
    static ChatModel model(BiFunction<Integer, List<ChatMessage>, AiMessage> script) {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                int answers = (int) request.messages().stream()
                        .filter(AiMessage.class::isInstance)
                        .count();
                return ChatResponse.builder()
                        .aiMessage(script.apply(answers, request.messages()))
                        .tokenUsage(new TokenUsage(10, 5))
                        .build();
            }
        };
    }

    AiMessage refunds(String order) {
        return AiMessage.from(ToolExecutionRequest.builder()
                .id("id-" + ids.incrementAndGet())
                .name("refund")
                .arguments("{\"order\":\"" + order + "\"}")
                .build());
    }

    /** Refunds order 7 and is done. */
    ChatModel refundsOnce() {
        return model((answers, messages) -> answers == 0 ? refunds("7") : AiMessage.from("refunded"));
    }

    RunTool.Effect refund() {
        return RunTool.effect(
                ToolSpecification.builder()
                        .name("refund")
                        .parameters(JsonObjectSchema.builder()
                                .addStringProperty("order")
                                .required("order")
                                .build())
                        .build(),
                Tool.named("refund", JsonNode.class).handler((input, context) -> {
                    effects.add(input.path("order").asText());
                    return "done";
                }));
    }

    RunsSetup agent(ChatModel model) {
        return setup(Agent.named(AGENT, model).tools(refund()).build());
    }

    RunsSetup approvedAgent(ChatModel model) {
        return setup(Agent.named(AGENT, model)
                .tools(refund().approvedWithin(Duration.ofHours(1)))
                .build());
    }

    RunsSetup setup(Agent... agents) {
        return new RunsSetup() {
            @Override
            public List<Agent> agents(Map<String, String> environment) {
                return List.of(agents);
            }

            @Override
            public Optional<ApprovalNotifier> notifier(Map<String, String> environment) {
                return Optional.of(request -> {
                    requests.add(request);
                    return true;
                });
            }
        };
    }

    RunHost host(RunsSetup setup) {
        return host(setup, builder -> builder);
    }

    RunHost host(RunsSetup setup, UnaryOperator<RunHost.Builder> more) {
        Journal journal = Journal.builder(checkpoints)
                .clock(clock)
                .pause(clock::advance)
                .skewMargin(Duration.ZERO)
                .build();
        return more.apply(RunHost.builder(setup, store, journal)
                        .namespace(NAMESPACE)
                        .stepReserve(RESERVE)
                        .dispatcher(queue::add)
                        .engine(engine -> engine.pause(clock::advance)
                                .skewMargin(Duration.ZERO)
                                .listener(events::add)))
                .build();
    }

    static String answer(RequestStreamHandler function, String event, Context context) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            function.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, context);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    static String answer(RequestStreamHandler function, String event) {
        return answer(function, event, TestContexts.of(60_000));
    }

    /** An invocation whose time runs with the virtual clock. */
    Context invocation(Duration timeout) {
        Instant deadline = clock.instant().plus(timeout);
        Context fixed = TestContexts.of(0);
        return (Context) Proxy.newProxyInstance(
                RunsWorld.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getRemainingTimeInMillis")) {
                        return Math.toIntExact(
                                Duration.between(clock.instant(), deadline).toMillis());
                    }
                    return method.invoke(fixed, arguments);
                });
    }

    /** A request with payload 2.0, signed with IAM. */
    static ObjectNode request(String method, String path, @Nullable String body) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("version", "2.0")
                .put("routeKey", method + " " + path)
                .put("rawPath", path);
        event.putObject("headers");
        ObjectNode context = event.putObject("requestContext");
        context.putObject("http").put("method", method).put("path", path);
        context.putObject("authorizer").putObject("iam").put("userArn", "arn:aws:iam::123456789012:user/ann");
        return event.put("body", body).put("isBase64Encoded", false);
    }

    static ObjectNode start(String key, String body) {
        ObjectNode event = request("POST", "/runs", body);
        ((ObjectNode) event.path("headers")).put("idempotency-key", key);
        return event;
    }

    /** Starts a run over HTTP and takes its message. */
    RunKey started(RunHost host, String key) {
        String answer = answer(
                new RunStarterFunction(host),
                start(key, "{\"payload\":{\"order\":\"7\"}}").toString());
        return new RunKey(NAMESPACE, body(answer).path("run").asText());
    }

    static JsonNode json(String text) {
        return StrictJson.parse(text, JsonLimits.DEFAULT);
    }

    static JsonNode body(String answer) {
        return json(json(answer).path("body").asText());
    }

    static String messages(RunKey... runs) {
        List<String> bodies = new ArrayList<>();
        for (RunKey run : runs) {
            bodies.add(SqsRunDispatcher.message(run));
        }
        return batch(bodies.toArray(new String[0]));
    }

    static String batch(String... bodies) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        var records = event.putArray("Records");
        for (int at = 0; at < bodies.length; at++) {
            records.addObject()
                    .put("messageId", "m" + (at + 1))
                    .put("receiptHandle", "r" + (at + 1))
                    .put("body", bodies[at])
                    .put("eventSource", "aws:sqs")
                    .put("eventSourceARN", "arn:aws:sqs:eu-central-1:123456789012:runs");
        }
        return event.toString();
    }

    Run run(RunHost host, RunKey run) {
        return host.runs().load(run).orElseThrow().run();
    }

    RunStatus status(RunHost host, RunKey run) {
        return run(host, run).status();
    }
}
