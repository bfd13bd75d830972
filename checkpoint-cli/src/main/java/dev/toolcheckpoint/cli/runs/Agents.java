package dev.toolcheckpoint.cli.runs;

import dev.langchain4j.model.chat.ChatModel;
import dev.toolcheckpoint.cli.StateFolder;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.lambda.samples.FileLedger;
import dev.toolcheckpoint.orderdesk.OpenAiCompatible;
import dev.toolcheckpoint.orderdesk.OrderDesk;
import dev.toolcheckpoint.orderdesk.Place;
import dev.toolcheckpoint.orderdesk.ScriptedDeskModel;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Agent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The agents that a worker knows, and what they think with. */
final class Agents {

    private static final String LEDGER = "order-desk.jsonl";

    @Option(
            names = "--model-url",
            paramLabel = "URL",
            description =
                    "An endpoint that speaks OpenAI's chat completions, as in https://api.openai.com/v1. Default: no"
                            + " endpoint, the model is a script.")
    private @Nullable String modelUrl;

    @Option(names = "--model", paramLabel = "NAME", description = "The model's name at that endpoint.")
    private @Nullable String model;

    @Option(
            names = "--model-key-env",
            paramLabel = "VARIABLE",
            description = "The environment variable with the endpoint's API key. Default: no key.")
    private @Nullable String modelKeyVariable;

    @Option(
            names = "--ledger",
            paramLabel = "FILE",
            description = "Where order-desk writes the refunds and mails it made: the outside world. Default: " + LEDGER
                    + " in your state folder.")
    private @Nullable String ledger;

    /** The agent, made when its options are known to be good. */
    Agent orderDesk(Surroundings surroundings) {
        return OrderDesk.agent(chatModel(surroundings), new FileLedger(ledgerFile(surroundings)), Place.Visitor.none());
    }

    /** One that is only named, by commands that execute nothing. */
    static Agent named(Map<String, String> environment) {
        return OrderDesk.agent(
                new ScriptedDeskModel(IdSource.secureRandom()),
                new FileLedger(StateFolder.of(environment).resolve(LEDGER)),
                Place.Visitor.none());
    }

    private ChatModel chatModel(Surroundings surroundings) {
        if (modelUrl == null) {
            if (model != null || modelKeyVariable != null) {
                throw ProtocolException.invalidArgument(
                        "--model and --model-key-env belong to an endpoint; name it with --model-url.");
            }
            return new ScriptedDeskModel(IdSource.secureRandom());
        }
        if (model == null) {
            throw ProtocolException.invalidArgument("--model-url needs --model: the model's name at that endpoint.");
        }
        // Exactly as long as the endpoint asks for: a jittered pause may end too early.
        return OpenAiCompatible.model(modelUrl, model, key(surroundings), time -> Thread.sleep(time.toMillis()));
    }

    private @Nullable String key(Surroundings surroundings) {
        if (modelKeyVariable == null) {
            return null;
        }
        String key = surroundings.variable(modelKeyVariable);
        if (key == null) {
            throw new ConfigurationException("--model-key-env names an environment variable with the key, but "
                    + modelKeyVariable + " is not set.");
        }
        return key;
    }

    private Path ledgerFile(Surroundings surroundings) {
        if (ledger == null) {
            return StateFolder.of(surroundings.environment()).resolve(LEDGER);
        }
        try {
            return Path.of(ledger);
        } catch (InvalidPathException noPath) {
            throw ProtocolException.invalidArgument("--ledger must name a file, found \"" + ledger + "\".", noPath);
        }
    }
}
