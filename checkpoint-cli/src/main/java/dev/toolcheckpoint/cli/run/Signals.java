package dev.toolcheckpoint.cli.run;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Hears the signals that ask us to end, so that the command hears them instead and its end is recorded. Until closed.
 *
 * <p>{@code sun.misc.Signal} is the only way a JVM offers (module {@code jdk.unsupported}); it is used by name, for a compiler
 * can't be kept from warning of it. Where it is missing, the JVM ends at once as it would without us.
 */
public final class Signals implements AutoCloseable {

    private static final List<String> NAMES = List.of("TERM", "INT", "HUP");

    private final Map<Object, Object> previous = new HashMap<>();

    private Signals() {}

    /** Tells {@code receiver} the name of each signal that comes. */
    static Signals hear(Consumer<String> receiver) {
        return hear(NAMES, receiver);
    }

    /**
     * The same for these signals only.
     *
     * @param names without {@code SIG}
     */
    public static Signals hear(List<String> names, Consumer<String> receiver) {
        Signals signals = new Signals();
        for (String name : names) {
            try {
                Class<?> type = Class.forName("sun.misc.Signal");
                Object signal = type.getConstructor(String.class).newInstance(name);
                signals.previous.put(signal, install(type, signal, handler(name, receiver)));
            } catch (ReflectiveOperationException | RuntimeException notHere) {
                // This system has no such signal, or somebody who started us wants it ignored.
            }
        }
        return signals;
    }

    private static Object handler(String name, Consumer<String> receiver) throws ClassNotFoundException {
        InvocationHandler invocations = (proxy, method, args) -> {
            switch (method.getName()) {
                case "handle" -> receiver.accept(name);
                case "equals" -> {
                    return proxy == args[0];
                }
                case "hashCode" -> {
                    return System.identityHashCode(proxy);
                }
                case "toString" -> {
                    return "handler of SIG" + name;
                }
                default -> throw new IllegalStateException("Unknown method " + method.getName());
            }
            return null;
        };
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {type}, invocations);
    }

    private static Object install(Class<?> type, Object signal, Object handler) throws ReflectiveOperationException {
        Method handle = type.getMethod("handle", type, Class.forName("sun.misc.SignalHandler"));
        return handle.invoke(null, signal, handler);
    }

    /**
     * Whether an interrupt that we got came from the terminal, which sends it to every process of the foreground job: then the
     * command has it already, and a second one would mean "at once" to many programs.
     */
    static boolean foregroundJob() {
        if (!posix()) {
            return true;
        }
        try {
            Process ps = new ProcessBuilder(
                            "ps",
                            "-o",
                            "pgid=,tpgid=",
                            "-p",
                            String.valueOf(ProcessHandle.current().pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            String[] groups = answer.split("\\s+", -1);
            return groups.length == 2 && groups[0].equals(groups[1]);
        } catch (IOException noPs) {
            return false;
        }
    }

    static boolean posix() {
        return File.separatorChar == '/';
    }

    @Override
    public void close() {
        previous.forEach((signal, handler) -> {
            try {
                install(signal.getClass(), signal, handler);
            } catch (ReflectiveOperationException gone) {
                // It was there a moment ago; the process ends soon anyway.
            }
        });
    }
}
