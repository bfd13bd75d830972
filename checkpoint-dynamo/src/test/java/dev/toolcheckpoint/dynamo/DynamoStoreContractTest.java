package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.CheckpointStoreContract;
import dev.toolcheckpoint.testing.Corruption;
import dev.toolcheckpoint.testing.Effort;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The DynamoDB store passes the kit, with every corruption that a hand-made write can cause. */
@LocalAws
class DynamoStoreContractTest extends CheckpointStoreContract {

    private @Nullable TestTable table;

    @BeforeEach
    void makeTable(AwsEndpoint aws) {
        table = new TestTable(aws);
    }

    /** After the kit's own last look at the records. */
    @AfterEach
    void closeTable() {
        table().client.close();
    }

    private TestTable table() {
        if (table == null) {
            throw new IllegalStateException("before the test");
        }
        return table;
    }

    @Override
    protected CheckpointStore open() {
        return table().store().cipher(cipher()).build();
    }

    PayloadCipher cipher() {
        return PayloadCipher.none();
    }

    /** A stand-in answers some hundred requests a second: the full 200 rounds are for the profile deep. */
    @Override
    protected int raceRounds() {
        return Effort.times(20);
    }

    @Override
    protected Set<Corruption> possibleCorruptions() {
        return EnumSet.allOf(Corruption.class);
    }

    @Override
    protected boolean corrupt(CheckpointKey key, Corruption corruption) {
        String partition = ItemKeys.partition(key);
        switch (corruption) {
            case BROKEN_INVARIANT -> table().edit(key, item -> item.put(Names.EPOCH, AttributeValue.fromN("0")));
            case UNSUPPORTED_SCHEMA -> table().edit(key, item -> item.put(Names.SCHEMA, AttributeValue.fromN("2")));
            case UNKNOWN_FIELD -> table().edit(key, item -> item.put("note", AttributeValue.fromS("by hand")));
            case MISSING_FIELD -> table().edit(key, item -> item.remove(Names.UPDATED));
            case WRONG_TYPE -> table().edit(key, item -> item.put(Names.REVISION, AttributeValue.fromS("1")));
            case UNDECODABLE ->
                table().edit(key, item -> {
                    item.keySet().retainAll(Set.of(Names.PK, Names.SK));
                    item.put(Names.PAYLOAD, AttributeValue.fromB(SdkBytes.fromUtf8String("no record at all")));
                });
            case PAYLOAD_MISSING -> table().delete(partition, chunk(key));
            case PAYLOAD_DAMAGED -> table().edit(partition, chunk(key), DynamoStoreContractTest::flipABit);
        }
        return true;
    }

    private String chunk(CheckpointKey key) {
        return ItemKeys.chunk(
                PayloadPlace.of(Raw.text(table().item(key), Names.PLACE)).writeId(), 0);
    }

    private static void flipABit(Map<String, AttributeValue> chunk) {
        byte[] bytes = chunk.getOrDefault(Names.DATA, AttributeValue.fromB(SdkBytes.fromUtf8String("")))
                .b()
                .asByteArray();
        bytes[bytes.length / 2] ^= 1;
        chunk.put(Names.DATA, AttributeValue.fromB(SdkBytes.fromByteArray(bytes)));
    }

    @Override
    protected Object rawForm(CheckpointKey key) {
        return table().item(key);
    }

    @Override
    protected int largestPayload() {
        return 10_000_000;
    }

    /** An index is eventually consistent in the service. */
    @Override
    protected Duration listingLag() {
        return Duration.ofSeconds(5);
    }

    @Override
    protected boolean listsInKeyOrder() {
        return false;
    }

    /** One conditional request: a record broken after the swapper read it, with revision and write id as they were, is replaced. */
    @Override
    protected boolean checksRecordOnSwap() {
        return false;
    }
}
