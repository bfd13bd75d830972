package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The strategies without a journal. They load nothing but the JDK. */
final class PlainCallers {

    private PlainCallers() {}

    /** Makes the call, whatever happened before; the service can't tell two attempts apart. */
    static ToolCaller naive(RefundTool tool, ProcessArguments arguments) {
        return () -> new Answer(Answer.COMPLETED, tool.refund(keyOfAttempt(arguments)));
    }

    /** Makes the call, whatever happened before, under the same key. */
    static ToolCaller downstreamIdempotency(RefundTool tool, ProcessArguments arguments) {
        return () -> new Answer(Answer.COMPLETED, tool.refund(arguments.callId()));
    }

    /** Keeps the result of a call that came back, durably and atomically; knows nothing of one that did not. */
    static ToolCaller checkpoint(RefundTool tool, ProcessArguments arguments, Trace trace) {
        return () -> {
            Path file = arguments.result();
            if (Files.exists(file)) {
                trace.add(TraceEvent.Kind.REPLAYED, "recorded result");
                return new Answer(Answer.REPLAY, Files.readString(file));
            }
            trace.add(TraceEvent.Kind.LOOKED_UP, "no result recorded");
            String result = tool.refund(keyOfAttempt(arguments));
            record(file, result);
            trace.add(TraceEvent.Kind.STORED, "result");
            return new Answer(Answer.COMPLETED, result);
        };
    }

    /** A fresh key for each attempt. */
    private static String keyOfAttempt(ProcessArguments arguments) {
        return arguments.callId() + "/attempt-" + arguments.process();
    }

    private static void record(Path file, String result) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(result.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
