package dev.toolcheckpoint.cli.invoke;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/**
 * The process that {@link InvokeCommand} runs a handler in. Makes the handler as Lambda does, calls it once through its stream
 * interface, and leaves the answer in the {@link Control} folder.
 */
final class HandlerChild {

    /** The handler answered. */
    static final int ANSWERED = 0;

    /** The handler, or making it, threw. */
    static final int THREW = 1;

    /** The named class is no handler, or its configuration is refused. */
    static final int REFUSED = 2;

    private HandlerChild() {}

    /** What the parent says in arguments: handler class, event, control folder, time-out, request id, client context, pause. */
    record Order(
            String handler,
            Path event,
            Control control,
            Duration timeout,
            String requestId,
            String clientContext,
            boolean pauseAfterComplete) {

        String[] arguments() {
            return new String[] {
                handler,
                event.toString(),
                control.folder().toString(),
                Long.toString(timeout.toMillis()),
                requestId,
                clientContext,
                Boolean.toString(pauseAfterComplete)
            };
        }

        static Order of(String[] arguments) {
            return new Order(
                    arguments[0],
                    Path.of(arguments[1]),
                    new Control(Path.of(arguments[2])),
                    Duration.ofMillis(Long.parseLong(arguments[3])),
                    arguments[4],
                    arguments[5],
                    Boolean.parseBoolean(arguments[6]));
        }
    }

    /** Runs the order. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // What a handler prints belongs to its log, as in Lambda.
        System.setOut(System.err);
        dieWithParent();
        int code = run(Order.of(arguments));
        // A thread that the handler left behind must not keep the process.
        System.exit(code);
    }

    private static int run(Order order) throws IOException, InterruptedException {
        byte[] event = Files.readAllBytes(order.event());
        LocalClientContext clientContext =
                order.clientContext().isEmpty() ? null : LocalClientContext.read(Path.of(order.clientContext()));
        RequestStreamHandler handler;
        try {
            handler = handler(order.handler());
        } catch (ConfigurationException refused) {
            System.err.println(refused.getMessage());
            return REFUSED;
        } catch (ExecutionException failure) {
            return threw(failure.getCause() == null ? failure : failure.getCause());
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            long deadline = System.nanoTime() + order.timeout().toNanos();
            order.control().enter();
            handler.handleRequest(
                    new ByteArrayInputStream(event),
                    answer,
                    new ChildContext(order.requestId(), System.getenv(), deadline, clientContext));
        } catch (Throwable thrown) { // as Lambda's runtime does
            return threw(thrown);
        }
        if (order.pauseAfterComplete()) {
            order.control().pauseAt(KillPoint.AFTER_COMPLETE);
            new CountDownLatch(1).await();
        }
        order.control().answer(answer.toByteArray());
        return ANSWERED;
    }

    /** Makes the handler. */
    private static RequestStreamHandler handler(String name) throws ExecutionException {
        try {
            Object made = Class.forName(name).getConstructor().newInstance();
            if (made instanceof RequestStreamHandler handler) {
                return handler;
            }
            throw new ConfigurationException(name
                    + " is not a RequestStreamHandler. A plain RequestHandler runs with --handler"
                    + " dev.toolcheckpoint.lambda.CheckpointedStreamHandler and TOOL_CHECKPOINT_HANDLER=" + name + ".");
        } catch (InvocationTargetException failure) {
            if (failure.getCause() instanceof ConfigurationException refused) {
                throw refused;
            }
            throw new ExecutionException(failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) {
            throw new ConfigurationException("The handler " + name + " can't be made (" + failure
                    + "). Expected a class with a public no-argument constructor; $CLASSPATH is searched, too.");
        }
    }

    private static int threw(Throwable thrown) {
        System.err.println("The handler threw an exception:");
        thrown.printStackTrace();
        return THREW;
    }

    /** A child that waits at a pause, or for ever, must not outlive a parent that was itself killed. */
    private static void dieWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> {
            Thread watch = new Thread(
                    () -> {
                        parent.onExit().join();
                        Runtime.getRuntime().halt(THREW);
                    },
                    "parent-watch");
            watch.setDaemon(true);
            watch.start();
        });
    }
}
