package dev.toolcheckpoint.lambda.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The outside world: a payment service that deduplicates by idempotency key, in a file of JSON lines. A request that enters is
 * {@code {"type":"call","key":…}}; what it commits is {@code {"type":"effect","key":…,"order":…,"amount":…}}, once per key.
 *
 * <p>Every line is on disk before the next step. Several processes and threads may use one file; each request has it alone.
 */
public final class FileLedger {

    private static final JsonNodeFactory LINES = JsonNodeFactory.instance;

    private final Path file;

    /** The ledger in this file, which the first request creates. */
    public FileLedger(Path file) {
        this.file = file;
    }

    /**
     * A committed refund.
     *
     * @param key the idempotency key
     * @param order the order
     * @param amount how much
     */
    public record Effect(String key, String order, BigDecimal amount) {}

    /**
     * Refunds, unless the key did so before.
     *
     * @return the effect of the key: this one, or the first
     * @throws LedgerUnreachableException nothing was requested
     * @throws IOException anything else: nobody knows whether it was committed
     */
    public Effect refund(String key, String order, BigDecimal amount) throws IOException {
        JsonNode first = commit(key, LINES.objectNode().put("order", order).set("amount", DecimalNode.valueOf(amount)));
        return new Effect(
                key, first.path("order").asText(), first.path("amount").decimalValue());
    }

    /**
     * Commits something else than a refund, unless the key did so before.
     *
     * @param what the members of the line beside type and key
     * @return the line of the key's effect: this one, or the first
     * @throws LedgerUnreachableException nothing was requested
     * @throws IOException anything else: nobody knows whether it was committed
     */
    public JsonNode commit(String key, ObjectNode what) throws IOException {
        try (FileChannel channel = open()) {
            lock(channel);
            append(channel, LINES.objectNode().put("type", "call").put("key", key));
            Optional<JsonNode> first = find(channel, key);
            if (first.isPresent()) {
                return first.get();
            }
            ObjectNode line = LINES.objectNode().put("type", "effect").put("key", key);
            line.setAll(what);
            append(channel, line);
            return line;
        }
    }

    private FileChannel open() throws LedgerUnreachableException {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException failure) {
            throw new LedgerUnreachableException(failure);
        }
    }

    /** Until the channel is closed. Locks belong to the process: another thread's is an exception, not a wait. */
    private static void lock(FileChannel channel) throws LedgerUnreachableException {
        while (true) {
            try {
                channel.lock();
                return;
            } catch (OverlappingFileLockException otherThread) {
                LockSupport.parkNanos(1_000_000);
            } catch (IOException failure) {
                throw new LedgerUnreachableException(failure);
            }
        }
    }

    private static void append(FileChannel channel, JsonNode line) throws IOException {
        // A line whose writer was killed has no end, and is none; the next one must not become part of it.
        String start = endsWithinLine(channel) ? "\n" : "";
        channel.position(channel.size());
        ByteBuffer bytes = ByteBuffer.wrap((start + line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(true);
    }

    private static boolean endsWithinLine(FileChannel channel) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return channel.size() > 0 && channel.read(last, channel.size() - 1) == 1 && last.get(0) != '\n';
    }

    private static Optional<JsonNode> find(FileChannel channel, String key) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        channel.position(0);
        while (all.hasRemaining() && channel.read(all) >= 0) {
            // until everything is read
        }
        for (String line : new String(all.array(), StandardCharsets.UTF_8).split("\n", -1)) {
            JsonNode entry = entry(line);
            if (entry.path("type").asText().equals("effect")
                    && entry.path("key").asText().equals(key)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    private static JsonNode entry(String line) {
        try {
            // Exact: 25.00 must not come back as 25.0.
            return StrictJson.parse(line, JsonLimits.COMPACT);
        } catch (JsonException torn) {
            return MissingNode.getInstance();
        }
    }
}
