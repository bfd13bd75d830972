package dev.toolcheckpoint.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Measures canonical encoding against Jackson's own writer on the same tree of about 1 MB. A program, not a test: it prints one
 * line of JSON with the medians in milliseconds and the ratio of the rates.
 */
final class CanonicalEncodingBench {

    private static final int WARM_UP = 300;
    private static final int ROUNDS = 301;
    private static final int TARGET_BYTES = 1_000_000;

    private CanonicalEncodingBench() {}

    public static void main(String[] args) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        for (boolean parsed : new boolean[] {false, true}) {
            JsonNode tree = tree(new Random(1));
            if (parsed) {
                tree = StrictJson.parse(mapper.writeValueAsBytes(tree), JsonFixtures.WIDE);
            }
            measure(parsed ? "parsed" : "built", tree, mapper);
        }
    }

    private static void measure(String name, JsonNode tree, ObjectMapper mapper) throws JsonProcessingException {
        long[] canonical = new long[ROUNDS];
        long[] jackson = new long[ROUNDS];
        long[] digest = new long[ROUNDS];
        long used = 0; // printed, so that nothing measured can be left out
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            int at = Math.max(i, 0);
            long start = System.nanoTime();
            used += CanonicalJson.encode(tree, JsonFixtures.WIDE).length;
            long encoded = System.nanoTime();
            used += mapper.writeValueAsBytes(tree).length;
            long written = System.nanoTime();
            used += Digests.canonicalHash(tree, JsonFixtures.WIDE).length();
            canonical[at] = encoded - start;
            jackson[at] = written - encoded;
            digest[at] = System.nanoTime() - written;
        }
        System.out.printf(
                Locale.ROOT,
                "{\"tree\":\"%s\",\"used\":%d,\"bytes\":%d,\"canonicalMs\":%.3f,\"jacksonMs\":%.3f,\"sha256Ms\":%.3f,\"ratio\":%.2f}%n",
                name,
                used,
                CanonicalJson.encode(tree, JsonFixtures.WIDE).length,
                median(canonical),
                median(jackson),
                median(digest),
                median(jackson) / median(canonical));
    }

    private static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1e6;
    }

    /** Records as tools exchange them: unsorted keys, mostly ASCII text, some other text, whole and fractional numbers. */
    private static JsonNode tree(Random random) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        ArrayNode records = nodes.arrayNode();
        int bytes = 0;
        while (bytes < TARGET_BYTES) {
            ObjectNode item = nodes.objectNode();
            item.put("orderId", "order-" + random.nextInt(1_000_000));
            item.put("amount", random.nextInt(100_000) / 100.0);
            item.put("quantity", random.nextInt(50));
            item.put("createdAt", 1_700_000_000_000L + random.nextInt());
            item.put(
                    "note",
                    "The customer asked for a refund because the parcel arrived late. ".repeat(random.nextInt(3)));
            item.put("city", random.nextInt(4) == 0 ? "M\u00fcnchen" : "Springfield");
            item.put("paid", random.nextBoolean());
            item.putNull("cancelledAt");
            ArrayNode tags = item.putArray("tags");
            for (int i = random.nextInt(4); i > 0; i--) {
                tags.add("tag" + random.nextInt(100));
            }
            item.putObject("address")
                    .put("street", "Long Road " + random.nextInt(200))
                    .put("code", random.nextInt(99_999));
            records.add(item);
            bytes += item.toString().length() + 1;
        }
        return records;
    }
}
