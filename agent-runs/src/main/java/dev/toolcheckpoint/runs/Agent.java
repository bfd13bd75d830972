package dev.toolcheckpoint.runs;

import dev.langchain4j.model.chat.ChatModel;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An agent: a model, what it is told and what it may call. Immutable; thread-safe when its model and tools are.
 *
 * <p>Defaults: no instructions, no tools, no state, {@link Budget#DEFAULT}, 5 attempts a step, 4 tools at once, a run of a
 * thread starts afresh, and a call nobody knows the end of parks the run.
 */
public final class Agent {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern STATE = Pattern.compile("[a-z0-9_]{1,40}");

    private final String name;
    private final ChatModel model;
    private final @Nullable String instructions;
    private final Function<RunContext, List<RunTool>> tools;
    private final Set<String> states;
    private final Budget budget;
    private final int maxAttempts;
    private final int parallelTools;
    private final boolean continuesThread;
    private final boolean tellsUncertain;

    private Agent(Builder builder) {
        this.name = builder.name;
        this.model = builder.model;
        this.instructions = builder.instructions;
        this.tools = builder.tools;
        this.states = Set.copyOf(builder.states);
        this.budget = builder.budget;
        this.maxAttempts = builder.maxAttempts;
        this.parallelTools = builder.parallelTools;
        this.continuesThread = builder.continuesThread;
        this.tellsUncertain = builder.tellsUncertain;
    }

    /**
     * Starts the declaration of an agent.
     *
     * @param name 1 to 64 letters, digits, {@code _}, {@code .} and {@code -}; stored with each run
     * @param model any LangChain4j model; its own retries are best switched off, the engine repeats and counts
     */
    public static Builder named(String name, ChatModel model) {
        return new Builder(name, model);
    }

    /** The name. */
    public String name() {
        return name;
    }

    ChatModel model() {
        return model;
    }

    @Nullable
    String instructions() {
        return instructions;
    }

    List<RunTool> tools(RunContext context) {
        return List.copyOf(tools.apply(context));
    }

    Set<String> states() {
        return states;
    }

    Budget budget() {
        return budget;
    }

    int maxAttempts() {
        return maxAttempts;
    }

    int parallelTools() {
        return parallelTools;
    }

    boolean continuesThread() {
        return continuesThread;
    }

    boolean tellsUncertain() {
        return tellsUncertain;
    }

    @Override
    public String toString() {
        return "Agent[" + name + "]";
    }

    /** Declares an agent. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final ChatModel model;
        private @Nullable String instructions;
        private Function<RunContext, List<RunTool>> tools = context -> List.of();
        private final Set<String> states = new LinkedHashSet<>();
        private Budget budget = Budget.DEFAULT;
        private int maxAttempts = 5;
        private int parallelTools = 4;
        private boolean continuesThread;
        private boolean tellsUncertain;

        private Builder(String name, ChatModel model) {
            if (!NAME.matcher(name).matches()) {
                throw ProtocolException.invalidArgument(
                        "An agent's name has 1 to 64 letters, digits, '_', '.' and '-'; found " + name.length()
                                + " UTF-16 units.");
            }
            this.name = name;
            this.model = model;
        }

        /** What the model is told before everything else. Not stored: the code that runs decides. */
        public Builder instructions(String value) {
            this.instructions = value;
            return this;
        }

        /** The tools of every run. */
        public Builder tools(RunTool... values) {
            List<RunTool> fixed = List.of(values);
            return tools(context -> fixed);
        }

        /** Makes the tools of one run. */
        public Builder tools(Function<RunContext, List<RunTool>> factory) {
            this.tools = factory;
            return this;
        }

        /**
         * Declares a named JSON value that the model reads and writes with tools called {@code get_NAME} and {@code set_NAME}; saved
         * together with the step.
         *
         * @param state 1 to 40 small letters, digits and {@code _}
         */
        public Builder state(String state) {
            if (!STATE.matcher(state).matches()) {
                throw ProtocolException.invalidArgument(
                        "A state's name has 1 to 40 small letters, digits and '_'; found " + state.length()
                                + " UTF-16 units.");
            }
            states.add(state);
            return this;
        }

        /** What a run may take. */
        public Builder budget(Budget value) {
            this.budget = value;
            return this;
        }

        /** How often one step may be begun, by workers that die or with a model that fails; 1 or more. */
        public Builder maxAttempts(int value) {
            this.maxAttempts = atLeastOne("maxAttempts", value);
            return this;
        }

        /** How many calls of one turn run at once; 1 or more. */
        public Builder parallelTools(int value) {
            this.parallelTools = atLeastOne("parallelTools", value);
            return this;
        }

        /** Lets a run of a thread go on from the messages of the run before. */
        public Builder continuesThread() {
            this.continuesThread = true;
            return this;
        }

        /**
         * Tells the model of a call nobody knows the end of, instead of parking the run until somebody does. A model that is told may
         * call the tool again, as another call: only for tools where twice is harmless.
         */
        public Builder tellsUncertain() {
            this.tellsUncertain = true;
            return this;
        }

        /** The agent. */
        public Agent build() {
            return new Agent(this);
        }

        private static int atLeastOne(String field, int value) {
            if (value < 1) {
                throw ProtocolException.invalidArgument(field + " must be at least 1, found " + value + ".");
            }
            return value;
        }
    }
}
