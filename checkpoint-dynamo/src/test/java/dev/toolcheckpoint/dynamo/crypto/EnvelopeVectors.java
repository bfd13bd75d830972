package dev.toolcheckpoint.dynamo.crypto;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher.Sealed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Makes the test vectors, with a fixed data key and fixed salts. Run as a program, it writes them to the file it is given. */
final class EnvelopeVectors {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String ARN = "arn:aws:kms:eu-central-1:111122223333:key/";
    private static final String UUID = ARN + "1234abcd-12ab-34cd-56ef-1234567890ab";
    private static final String MULTI_REGION = ARN + "mrk-1234abcd12ab34cd56ef1234567890ab";
    private static final String TEXT = "arn:aws:kms:eu-central-1:111122223333:key/of-an-emulator";

    private static final PayloadContext PLACE = new PayloadContext("orders", "orders#0a1b", "C", "payload");

    private EnvelopeVectors() {}

    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of(args[0]), text());
    }

    static String text() throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        return JSON.writer(printer).writeValueAsString(make()) + "\n";
    }

    static PayloadCipher cipher(String keyArn, int salt) {
        return KmsEnvelopeCipher.builder()
                .client(new FixedKms(keyArn))
                .key(UUID)
                .app("checkpoint")
                .table("calls")
                .salts(() -> FixedKms.counting(EnvelopeHeader.SALT_BYTES, salt))
                .build();
    }

    static ObjectNode make() {
        ObjectNode vectors = JSON.createObjectNode();
        ArrayNode opens = vectors.putArray("opens");
        byte[] json = utf8("{\"refund\":\"re_42\"}");
        ObjectNode first = opens(opens, "JSON", UUID, 0x80, PLACE, json, json);
        ObjectNode empty = opens(opens, "empty payload", UUID, 0x81, PLACE, new byte[0], new byte[0]);
        opens(opens, "compressed form", UUID, 0x82, PLACE, new byte[300], FixedKms.counting(20, 0xc0));
        opens(opens, "multi-Region key", MULTI_REGION, 0x83, PLACE, json, json);
        opens(opens, "key id as text", TEXT, 0x84, PLACE, json, json);
        PayloadContext other = new PayloadContext("zahlungen-ü", "zahlungen-ü#ff", "P#7f", "payload");
        opens(opens, "names beyond ASCII", UUID, 0x85, other, json, json);

        ArrayNode refuses = vectors.putArray("refuses");
        byte[] envelope = parsed(first.get("envelope").textValue());
        refuses(refuses, "unknown version", first).put("envelope", hex(flipped(envelope, 0)));
        refuses(refuses, "unknown suite", first).put("envelope", hex(flipped(envelope, 1)));
        refuses(refuses, "account flipped", first).put("envelope", hex(flipped(envelope, 4)));
        refuses(refuses, "key id flipped", first).put("envelope", hex(flipped(envelope, 20)));
        refuses(refuses, "wrapped key flipped", first).put("envelope", hex(flipped(envelope, 100)));
        refuses(refuses, "salt flipped", first).put("envelope", hex(flipped(envelope, 210)));
        refuses(refuses, "commitment flipped", first).put("envelope", hex(flipped(envelope, 273)));
        refuses(refuses, "ciphertext flipped", first).put("envelope", hex(flipped(envelope, 274)));
        refuses(refuses, "tag flipped", first).put("envelope", hex(flipped(envelope, envelope.length - 1)));
        refuses(refuses, "cut within the ciphertext", first)
                .put("envelope", hex(Arrays.copyOf(envelope, envelope.length - 1)));
        refuses(refuses, "cut within the header", first).put("envelope", hex(Arrays.copyOf(envelope, 200)));
        refuses(refuses, "another partition key", first).put("pk", "orders#0a1c");
        refuses(refuses, "another sort key", first).put("sk", "P#1");
        refuses(refuses, "another attribute", first).put("attribute", "error");
        refuses(refuses, "another digest", first)
                .put("digest", empty.get("digest").textValue());
        refuses(refuses, "another data key", first).put("dataKey", hex(FixedKms.counting(32, 0x01)));
        return vectors;
    }

    private static ObjectNode opens(
            ArrayNode into, String name, String keyArn, int salt, PayloadContext place, byte[] clear, byte[] stored) {
        Sealed sealed = cipher(keyArn, salt).seal(place, clear, stored);
        return into.addObject()
                .put("name", name)
                .put("dataKey", hex(FixedKms.DATA_KEY))
                .put("keyId", keyArn)
                .put("wrappedKey", hex(FixedKms.WRAPPED))
                .put("namespace", place.namespace())
                .put("pk", place.partitionKey())
                .put("sk", place.sortKey())
                .put("attribute", place.attribute())
                .put("payload", hex(clear))
                .put("stored", hex(stored))
                .put("digest", sealed.digest())
                .put("envelope", hex(sealed.envelope().toBytes()));
    }

    private static ObjectNode refuses(ArrayNode into, String name, ObjectNode like) {
        ObjectNode vector = like.deepCopy().put("name", name);
        into.add(vector);
        return vector;
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] copy = bytes.clone();
        copy[at] ^= 2;
        return copy;
    }

    private static byte[] parsed(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static String hex(byte[] bytes) {
        return FixedKms.hex(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
