package dev.toolcheckpoint.testing.aws;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link LocalAws} stands for. */
final class LocalAwsExtension implements ExecutionCondition, ParameterResolver {

    private final Supplier<Choice> choice;

    /** Made by JUnit. */
    LocalAwsExtension() {
        this(StandIns::ofThisJvm);
    }

    LocalAwsExtension(Supplier<Choice> choice) {
        this.choice = choice;
    }

    /**
     * Enables tests when there is a stand-in.
     *
     * @throws IllegalStateException when there is no stand-in, but there must be one: JUnit reports it as the class's failure
     */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return choice.get().requireUnlessOptional()
                ? ConditionEvaluationResult.enabled("against " + choice.get().endpoint())
                : ConditionEvaluationResult.disabled(choice.get().explanation());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == AwsEndpoint.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return choice.get().endpoint();
    }
}
