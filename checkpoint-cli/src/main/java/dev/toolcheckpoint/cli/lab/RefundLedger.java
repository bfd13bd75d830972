package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A refund service in a file that no attempt owns. It has one JSON line {@code {"type":"call","key":…}} per request and one
 * {@code {"type":"effect","key":…,"order":…,"amount":…}} per refund; a key makes one refund. Several processes may use it.
 */
final class RefundLedger implements RefundService {

    private static final String CALL = "{\"type\":\"call\"";
    private static final String EFFECT = "{\"type\":\"effect\"";

    private final Path file;

    RefundLedger(Path file) {
        this.file = file;
    }

    @Override
    public Refund refund(String key, String order, long amount) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            channel.lock(); // until the channel is closed
            append(channel, CALL + ",\"key\":" + quoted(key) + "}");
            String start = EFFECT + ",\"key\":" + quoted(key) + ",";
            int effects = 0;
            for (String line : lines()) {
                effects += line.startsWith(EFFECT) ? 1 : 0;
                if (line.startsWith(start)) {
                    return new Refund(reference(effects), true);
                }
            }
            append(channel, start + "\"order\":" + quoted(order) + ",\"amount\":" + amount + "}");
            return new Refund(reference(effects + 1), false);
        }
    }

    /** How many requests came in. */
    int calls() throws IOException {
        return count(CALL);
    }

    /** How many refunds were made. */
    int effects() throws IOException {
        return count(EFFECT);
    }

    /** Every line; empty before the first request. */
    List<String> lines() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
    }

    private int count(String start) throws IOException {
        return (int) lines().stream().filter(line -> line.startsWith(start)).count();
    }

    private static String reference(int number) {
        return "refund-" + number;
    }

    private static void append(FileChannel channel, String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(true);
    }

    /** JSON text, without a JSON library: a process of the lab loads as little as it can. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u00").append(c < 0x10 ? "0" : "").append(Integer.toHexString(c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
