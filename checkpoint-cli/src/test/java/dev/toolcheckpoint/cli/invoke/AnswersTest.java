package dev.toolcheckpoint.cli.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {

    private static final String REST = "\"retryable\":false,\"effectMayHaveHappened\":true";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'error':{'code':'IN_PROGRESS',REST}} | 3",
                "{'error':{'code':'BINDING_CONFLICT',REST}} | 4",
                "{'error':{'code':'UNCERTAIN',REST}} | 5",
                "{'error':{'code':'TOOL_ERROR',REST,'toolError':{'code':'UNCERTAIN',REST}}} | 0",
                "{'error':{'code':'UNCERTAIN'}} | 0",
                "{'error':{'code':'UNCERTAIN',REST},'more':1} | 0",
                "{'result':{'code':'UNCERTAIN',REST}} | 0",
                "not JSON | 0",
                "[] | 0"
            })
    void exitCode_isThatOfTheCallsState_andNeverTakenFromTheToolsOwnText(String answer, int exitCode) {
        String json = answer.replace('\'', '"').replace("REST", REST);

        assertThat(Answers.exitCode(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(exitCode);
    }
}
