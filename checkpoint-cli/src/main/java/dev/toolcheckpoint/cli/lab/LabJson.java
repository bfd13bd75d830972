package dev.toolcheckpoint.cli.lab;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The JSON document of a run; its shape is part of the command's contract. */
final class LabJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private LabJson() {}

    static String of(LabResult result) {
        ObjectNode document = JSON.createObjectNode().put("protocol", 1);
        document.set("environment", JSON.valueToTree(result.environment()));
        ArrayNode cases = document.putArray("cases");
        for (CaseResult each : result.cases()) {
            Figures figures = each.figures();
            cases.addObject()
                    .put("strategy", each.spec().strategy().text())
                    .put("fault", each.spec().fault().text())
                    .put("repetition", each.spec().repetition())
                    .put("calls", figures.calls())
                    .put("effects", figures.effects())
                    .put("outcome", figures.outcome())
                    .put("callsAfterRestart", figures.callsAfterRestart());
        }
        return document.put("matches", result.matches()).toString() + "\n";
    }
}
