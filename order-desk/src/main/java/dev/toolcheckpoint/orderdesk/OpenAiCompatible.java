package dev.toolcheckpoint.orderdesk;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A model behind any HTTP endpoint that speaks OpenAI's chat completions: OpenAI, a gateway, a local server. */
public final class OpenAiCompatible {

    /** How long one answer may take. */
    static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** What is sent where no key was given: local servers want none, and the client wants one. */
    private static final String NO_KEY = "none";

    private OpenAiCompatible() {}

    /**
     * The model. It repeats nothing by itself: the engine does, and counts.
     *
     * @param url the part before {@code /chat/completions}, as in {@code https://api.openai.com/v1}
     * @param model the model's name
     * @param key the API key; {@code null} for none
     * @param pause how a wait is had that the endpoint asks for
     * @throws ConfigurationException when the URL is none of http or https
     */
    public static ChatModel model(String url, String model, @Nullable String key, Pause pause) {
        return OpenAiChatModel.builder()
                .baseUrl(checked(url))
                .modelName(model)
                .apiKey(key == null ? NO_KEY : key)
                .timeout(TIMEOUT)
                .maxRetries(0)
                .httpClientBuilder(new PatientHttpClient.Builder(pause))
                .build();
    }

    private static String checked(String url) {
        try {
            URI uri = new URI(url);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && uri.getHost() != null && uri.getUserInfo() == null) {
                return url;
            }
        } catch (URISyntaxException malformed) {
            // as any other that is no such URL
        }
        // Not quoted: it may hold a key.
        throw new ConfigurationException("The model's URL is http or https, with a host and without a user, as in"
                + " https://api.openai.com/v1; found something else.");
    }
}
