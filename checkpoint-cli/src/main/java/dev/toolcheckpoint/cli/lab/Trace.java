package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Where one process of a case writes down what happens in it. A killed process leaves every line that it wrote. */
final class Trace {

    private final Path file;
    private final int process;

    Trace(Path file, int process) {
        this.file = file;
        this.process = process;
    }

    void add(TraceEvent.Kind kind, String text) {
        write(file, TraceEvent.now(process, kind, text));
    }

    /** One write per line: several processes may append to one file. */
    static void write(Path file, TraceEvent event) {
        ByteBuffer line = ByteBuffer.wrap((event.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            channel.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException("The trace file " + file + " can't be written.", e);
        }
    }

    /** Every event of a case, by time. */
    static List<TraceEvent> read(Path file) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            events.add(TraceEvent.ofLine(line));
        }
        events.sort(Comparator.comparing(TraceEvent::at));
        return events;
    }
}
