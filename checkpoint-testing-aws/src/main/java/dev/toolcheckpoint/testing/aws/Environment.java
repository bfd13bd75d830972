package dev.toolcheckpoint.testing.aws;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Environment variables and system properties, so that tests can give their own. */
final class Environment {

    private final Lookup variables;
    private final Lookup properties;

    Environment(Lookup variables, Lookup properties) {
        this.variables = variables;
        this.properties = properties;
    }

    static Environment ofThisProcess() {
        return new Environment(System::getenv, System::getProperty);
    }

    /** An environment variable; {@code null} when it is missing or empty. */
    @Nullable
    String variable(String name) {
        return presence(variables.get(name));
    }

    String variable(String name, String otherwise) {
        String value = variable(name);
        return value == null ? otherwise : value;
    }

    /** {@code localaws.NAME}, or else {@code LOCAL_AWS_NAME}. */
    @Nullable
    String setting(String name) {
        String property = presence(properties.get("localaws." + name));
        return property != null ? property : variable("LOCAL_AWS_" + name.toUpperCase(Locale.ROOT));
    }

    /** Whether this is a build server, where tests that are skipped would go unnoticed. */
    boolean ci() {
        return "true".equalsIgnoreCase(variable("CI"));
    }

    private static @Nullable String presence(@Nullable String value) {
        return value == null || value.isBlank() ? null : value;
    }

    /** Finds a value that may be missing. */
    interface Lookup {
        @Nullable
        String get(String name);
    }
}
