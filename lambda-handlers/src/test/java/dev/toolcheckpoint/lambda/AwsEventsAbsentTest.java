package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program that has no reader of AWS's event classes, as outside of Lambda's managed runtimes. */
class AwsEventsAbsentTest {

    /** Runs in a class loader of its own. */
    public static final class Program {

        private static final class Sqs implements RequestHandler<SQSEvent, String> {
            @Override
            public String handleRequest(SQSEvent event, Context context) {
                return "unread";
            }
        }

        private static final class Plain implements RequestHandler<List<String>, String> {
            @Override
            public String handleRequest(List<String> event, Context context) {
                return "read";
            }
        }

        private Program() {}

        /** What wrapping a handler says. */
        public static String sqs() {
            try {
                return CheckpointedHandler.wrap(new Sqs()).getClass().getName();
            } catch (ConfigurationException refused) {
                return String.valueOf(refused.getMessage());
            }
        }

        /** Whether other handlers work. */
        public static String plain() {
            CheckpointedHandler handler = CheckpointedHandler.wrap(new Plain())
                    .store("memory:")
                    .toolName("act")
                    .callId("[0]")
                    .build();
            return Fixture.answer(handler, "[\"k\"]");
        }
    }

    @Test
    void eventClassOfAws_isRefusedWithWhatIsMissing_andOtherHandlersWork() throws Exception {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.contains("aws-lambda-java-serialization")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            // As Lambda's runtime does it: Jackson looks for its modules there.
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> program = loader.loadClass(Program.class.getName());

            assertThat(program.getMethod("sqs").invoke(null))
                    .asString()
                    .contains("SQSEvent is an event class of AWS", "com.amazonaws:aws-lambda-java-serialization");
            assertThat(program.getMethod("plain").invoke(null)).isEqualTo("\"read\"");
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
    }
}
