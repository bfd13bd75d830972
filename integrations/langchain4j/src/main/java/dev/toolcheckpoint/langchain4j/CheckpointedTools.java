package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolService;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.ToolRunner;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tools of a LangChain4j assistant, each call with its checkpoint. One line for {@code @Tool} objects:
 *
 * <pre>{@code
 * AiServices.builder(Desk.class).chatModel(model).tools(CheckpointedTools.wrap(runner, "shop", new RefundTools())).build();
 * }</pre>
 *
 * <p>A method has an effect unless it is marked {@link WithoutEffect}; {@link Effect} says how it is recovered and what identifies its
 * calls. A call that nothing identifies is refused, and the model is told why: by default that is one outside of a {@link Turn}.
 *
 * <p>The model gets the stored result, first and on every repeat; otherwise a text that says what happened and what to do
 * (in progress, key of another call, outcome unknown: must not be repeated). Return behaviours of {@code @Tool} hold. Tools run on
 * the framework's threads. Thread-safe when the tools are.
 */
public final class CheckpointedTools {

    /** The time of one call unless set: 30 s to work, believed alive for 1 s more, renewed while it runs on. */
    public static final TimeBudget DEFAULT_TIME =
            TimeBudget.renewedAfter(Duration.ofSeconds(30), Duration.ofSeconds(1));

    private CheckpointedTools() {}

    /**
     * The tools of these objects with the defaults.
     *
     * @param namespace the tenant or environment, from a trusted place; 1 to 512 UTF-16 units without {@code #}
     * @param objects at least one, each with {@code @Tool} methods
     * @throws ConfigurationException naming every wrong declaration
     */
    public static List<AiServiceTool> wrap(ToolRunner runner, String namespace, Object... objects) {
        return builder(runner, namespace).tools(objects).build();
    }

    /** Starts a set of tools. */
    public static Builder builder(ToolRunner runner, String namespace) {
        return new Builder(runner, namespace);
    }

    /** Collects tools. Not thread-safe. */
    public static final class Builder {
        private final ToolRunner runner;
        private final String namespace;
        private final List<AiServiceTool> plain = new ArrayList<>();
        private final Map<String, ToolRule> rules = new LinkedHashMap<>();
        private final List<String> problems = new ArrayList<>();
        private TimeBudget time = DEFAULT_TIME;

        private Builder(ToolRunner runner, String namespace) {
            CheckpointKey.of(namespace, "any"); // refuses a wrong namespace
            this.runner = runner;
            this.namespace = namespace;
        }

        /** The time of each call; {@link #DEFAULT_TIME} unless set. */
        public Builder time(TimeBudget value) {
            this.time = value;
            return this;
        }

        /** Adds the {@code @Tool} methods of these objects. */
        public Builder tools(Object... objects) {
            for (Object object : objects) {
                for (AiServiceTool tool : ToolService.findTools(object)) {
                    add(tool, declared(tool));
                }
            }
            return this;
        }

        /** Adds a tool that an executor runs; {@code @Tool} methods have {@link #tools}. */
        public Builder tool(ToolSpecification specification, ToolExecutor executor, ToolRule rule) {
            add(tool(specification, executor), rule);
            return this;
        }

        /** Adds a tool that gets no checkpoint. */
        public Builder toolWithoutEffect(ToolSpecification specification, ToolExecutor executor) {
            add(tool(specification, executor), null);
            return this;
        }

        /**
         * The tools, for {@code AiServices.builder(…).tools(…)}.
         *
         * @throws ConfigurationException naming every wrong declaration
         */
        public List<AiServiceTool> build() {
            List<AiServiceTool> wrapped = plain.stream().map(this::wrap).toList();
            if (plain.isEmpty()) {
                problems.add("Expected at least one tool, found none.");
            }
            if (!problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
            return wrapped;
        }

        /** The tools by their specifications, where the framework asks for that. Return behaviours are left out. */
        public Map<ToolSpecification, ToolExecutor> buildMap() {
            Map<ToolSpecification, ToolExecutor> map = new LinkedHashMap<>();
            build().forEach(tool -> map.put(tool.toolSpecification(), tool.toolExecutor()));
            return map;
        }

        private void add(AiServiceTool tool, @Nullable ToolRule rule) {
            if (plain.stream().anyMatch(other -> other.name().equals(tool.name()))) {
                problems.add("The tool \"" + tool.name() + "\" is declared twice; a name belongs to one tool.");
            }
            plain.add(tool);
            if (rule != null) {
                rules.put(tool.name(), rule);
            }
        }

        private @Nullable ToolRule declared(AiServiceTool tool) {
            if (!(tool.toolExecutor() instanceof DefaultToolExecutor executor)) {
                return ToolRule.manual();
            }
            Method method = executor.originalMethod();
            Effect effect = method.getAnnotation(Effect.class);
            boolean none = method.isAnnotationPresent(WithoutEffect.class);
            if (effect == null) {
                return none ? null : ToolRule.manual();
            }
            if (none) {
                problems.add("The tool \"" + tool.name() + "\" has both @Effect and @WithoutEffect; it needs one.");
            }
            try {
                return ToolRule.of(tool.name(), effect);
            } catch (ConfigurationException wrong) {
                problems.add(String.valueOf(wrong.getMessage()));
                return ToolRule.manual();
            }
        }

        private AiServiceTool wrap(AiServiceTool tool) {
            ToolRule rule = rules.get(tool.name());
            if (rule == null) {
                return tool;
            }
            String argument = rule.keyArgument();
            Set<String> known = parameters(tool.toolSpecification());
            if (argument != null && !known.contains(argument)) {
                problems.add("The tool \"" + tool.name() + "\" has no argument \"" + argument
                        + "\" for its key; expected one of " + known + ".");
            }
            try {
                ToolExecutor executor =
                        new CheckpointedExecutor(runner, namespace, time, tool.name(), rule, tool.toolExecutor());
                return tool.toBuilder().toolExecutor(executor).build();
            } catch (ProtocolException wrong) {
                problems.add("The tool \"" + tool.name() + "\": " + wrong.getMessage());
                return tool;
            }
        }

        private static Set<String> parameters(ToolSpecification specification) {
            return specification.parameters() == null
                    ? Set.of()
                    : new TreeSet<>(specification.parameters().properties().keySet());
        }

        private static AiServiceTool tool(ToolSpecification specification, ToolExecutor executor) {
            return AiServiceTool.builder()
                    .toolSpecification(specification)
                    .toolExecutor(executor)
                    .build();
        }
    }
}
