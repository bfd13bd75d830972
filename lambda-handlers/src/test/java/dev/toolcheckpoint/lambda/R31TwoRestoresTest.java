package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.aws.StrictKms;
import dev.toolcheckpoint.tool.Tool;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * R31: one function, snapshotted once and restored twice, with a generator that gives both copies the same bytes up to the snapshot.
 * Whatever was drawn before it and is used after it comes out the same in both.
 */
@LocalAws
class R31TwoRestoresTest {

    private static final String NAMESPACE = "shop";

    private final ReplayedRandom random = ReplayedRandom.install();
    private final DynamoDbClient client;
    private final String table;

    R31TwoRestoresTest(AwsEndpoint aws) {
        this.client = aws.dynamoDb().build();
        this.table = aws.uniqueName("calls");
        assertThat(DynamoTable.of(client, table).create().usable()).isTrue();
    }

    @AfterEach
    void close() {
        random.close();
        client.close();
    }

    /** What one copy drew before its snapshot, and what its first call left behind. */
    private record Copy(List<String> drawnBefore, Map<String, String> used) {}

    @Test
    void twoRestores_shareNoAttemptId_noWriteId_noDataKey_noNonce() throws Exception {
        // What the JVM draws once only, it has drawn by then.
        restored("before");

        Copy first = restored("first");
        Copy second = restored("second");

        assertThat(first.drawnBefore())
                .as(
                        "the warm-up draws an id, a salt and a data key, and both copies drew the same: else nothing is shown")
                .hasSizeGreaterThanOrEqualTo(3)
                .isEqualTo(second.drawnBefore());
        assertThat(first.used()).containsOnlyKeys("attempt", "claim", "completion", "wrapped key", "salt");
        assertThat(second.used()).hasSameSizeAs(first.used());
        List<String> all = new ArrayList<>(first.used().values());
        all.addAll(second.used().values());
        assertThat(all).doesNotHaveDuplicates().doesNotContainAnyElementsOf(first.drawnBefore());
    }

    private Copy restored(String callId) throws Exception {
        dev.toolcheckpoint.lambda.crac.Core.reset();
        random.start("up to the snapshot");
        StrictKms kms = StrictKms.in(Region.EU_CENTRAL_1);
        KmsEnvelopeCipher cipher = KmsEnvelopeCipher.builder()
                .client(kms)
                .key(kms.newKey())
                .app("toolcheckpoint")
                .table(table)
                .build();
        DynamoCheckpointStore store = DynamoCheckpointStore.builder(table)
                .client(client)
                .cipher(cipher)
                .build();
        CheckpointKey key = CheckpointKey.of(NAMESPACE, callId);
        Map<String, String> used = new TreeMap<>();
        ToolFunction function = ToolFunction.builder()
                .store(store)
                .namespace(NAMESPACE)
                .tool(Tool.named("act", JsonNode.class).handler((input, context) -> {
                    used.put("claim", hex(attribute(key, "writeId").b().asByteArray()));
                    return "done";
                }))
                .build();
        Core.checkpointRestore();
        List<String> before = random.drawn();
        assertThat(kms.calls("GenerateDataKey")).isOne();

        random.start("after restore " + callId);
        assertThat(Fixture.answer(function, Fixture.event(callId))).isEqualTo("\"done\"");

        assertThat(kms.calls("GenerateDataKey")).isEqualTo(2);
        used.put("attempt", store.find(key).orElseThrow().requireExecution().attemptId());
        used.put("completion", hex(attribute(key, "writeId").b().asByteArray()));
        header(attribute(key, "payload").b().asByteBuffer(), used);
        return new Copy(before, used);
    }

    private AttributeValue attribute(CheckpointKey key, String name) {
        return Objects.requireNonNull(client.getItem(request -> request.tableName(table)
                        .consistentRead(true)
                        .key(Map.of(
                                "pk",
                                AttributeValue.fromS(key.namespace() + "#" + key.id()),
                                "sk",
                                AttributeValue.fromS("C"))))
                .item()
                .get(name));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Wrapped data key and salt, as docs/reference/envelope.md lays them out. Data key and salt are all that a nonce comes from. */
    private static void header(ByteBuffer envelope, Map<String, String> used) {
        assertThat(new int[] {envelope.get(), envelope.get()}).containsExactly(1, 1);
        assertThat(envelope.get()).as("a key by its UUID").isEqualTo((byte) 1);
        envelope.position(envelope.position() + 5 + 16);
        byte[] wrapped = new byte[envelope.getShort()];
        envelope.get(wrapped);
        byte[] salt = new byte[32];
        envelope.get(salt);
        used.put("wrapped key", hex(wrapped));
        used.put("salt", hex(salt));
    }
}
