package dev.toolcheckpoint.protocol;

import java.util.List;

/** The configuration is wrong. The message lists every problem that was found, not only the first. */
public final class ConfigurationException extends CheckpointException {

    private static final long serialVersionUID = 1L;

    /** One problem. */
    public ConfigurationException(String problem) {
        this(List.of(problem));
    }

    /**
     * All problems of one configuration.
     *
     * @param problems at least one sentence, each naming the setting, the value and the rule
     */
    public ConfigurationException(List<String> problems) {
        super(ErrorCode.INVALID_CONFIGURATION, String.join("\n", problems), null, false, false);
    }
}
