package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.ConfigurationException;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.jackson.JacksonRuntime;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Finds a part of an event by a <a href="https://jmespath.org/specification.html">JMESPath</a> expression. Immutable and
 * thread-safe.
 */
public final class EventRule {

    private final String expression;
    private final UnaryOperator<JsonNode> search;

    private EventRule(String expression, UnaryOperator<JsonNode> search) {
        this.expression = expression;
        this.search = search;
    }

    /** The member of this name at the top; needs no expression parser, which a cold start notices. */
    public static EventRule member(String name) {
        return new EventRule(name, event -> event.path(name));
    }

    /**
     * Compiles an expression.
     *
     * @throws ConfigurationException when it is no JMESPath expression
     */
    public static EventRule of(String expression) {
        try {
            return new EventRule(expression, new JacksonRuntime().compile(expression)::search);
        } catch (JmesPathException invalid) {
            throw new ConfigurationException(
                    "\"" + expression + "\" is no JMESPath expression (for example: detail.orderId).");
        }
    }

    /** What the expression finds; empty when that is nothing or {@code null}, or a function in it does not apply. */
    public Optional<JsonNode> find(JsonNode event) {
        try {
            JsonNode found = search.apply(event);
            return found.isNull() || found.isMissingNode() ? Optional.empty() : Optional.of(found);
        } catch (JmesPathException inapplicable) {
            // Its message quotes the event.
            return Optional.empty();
        }
    }

    /** The expression. */
    public String expression() {
        return expression;
    }

    @Override
    public String toString() {
        return expression;
    }
}
