package dev.toolcheckpoint.langgraph4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.protocol.Outcome;
import java.util.Map;
import org.bsc.langgraph4j.state.AgentState;

/** The state of the graph under test: an order that is to be refunded. */
public final class Order extends AgentState {

    public Order(Map<String, Object> data) {
        super(data);
    }

    /** What a caller starts the graph with. */
    public static Map<String, Object> of(String order, int cents) {
        return Map.of("order", order, "cents", cents);
    }

    /** Set by the node before the one that refunds. */
    public String callId() {
        return this.<String>value("callId").orElseThrow();
    }

    public String order() {
        return this.<String>value("order").orElseThrow();
    }

    public JsonNode input() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("order", order())
                .put("cents", this.<Integer>value("cents").orElseThrow());
    }

    public static Map<String, Object> refunded(EffectResult result) {
        return result.kind() == Outcome.Kind.SUCCESS
                ? Map.of("receipt", result.text())
                : Map.of("refusal", result.json().path("code").textValue());
    }

    public String receipt() {
        return this.<String>value("receipt").orElse("none");
    }

    public String refusal() {
        return this.<String>value("refusal").orElse("none");
    }

    /** Whether the node after the refund ran. */
    public boolean thanked() {
        return this.<Boolean>value("thanked").orElse(false);
    }
}
