package dev.toolcheckpoint.lambda.metrics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.function.Consumer;

/** Writes metrics as lines of the embedded metric format. */
record EmfLines(Consumer<String> sink, Clock clock) {

    void count(String metric, long value) {
        write(metric, "Count", value);
    }

    void write(String metric, String unit, long value) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode about = line.putObject("_aws").put("Timestamp", clock.millis());
        ObjectNode directive = about.putArray("CloudWatchMetrics").addObject().put("Namespace", EmfMetrics.NAMESPACE);
        directive.putArray("Dimensions").addArray();
        directive.putArray("Metrics").addObject().put("Name", metric).put("Unit", unit);
        sink.accept(line.put(metric, value).toString());
    }
}
