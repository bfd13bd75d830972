package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedPayloads;
import dev.toolcheckpoint.dynamo.SharedPayloads.KnownChunks;
import dev.toolcheckpoint.dynamo.SharedPayloads.Sealed;
import dev.toolcheckpoint.dynamo.SharedPayloads.Stored;
import dev.toolcheckpoint.dynamo.crypto.PayloadContext;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Seals the bodies of cells and opens them again. Thread-safe. */
final class CellBodies {

    private final SharedPayloads payloads;

    CellBodies(SharedPayloads payloads) {
        this.payloads = payloads;
    }

    /**
     * A body that is ready to be written.
     *
     * @param attribute what the item keeps of it
     * @param sealed the payload; {@code null} for a text
     */
    record Ready(AttributeValue attribute, @Nullable Sealed sealed) {

        /** The place of a body that is not in the item; {@code null} when it is. */
        @Nullable
        String elsewhere() {
            return sealed != null && sealed.stored().elsewhere()
                    ? sealed.stored().place()
                    : null;
        }
    }

    /**
     * Seals a body.
     *
     * @param bodyId never used before
     * @param inlineLimit how many stored bytes may stay in the item
     */
    Ready seal(ItemKey key, String name, Cell cell, byte[] body, String bodyId, int inlineLimit) {
        if (!cell.isSecret() && body.length <= inlineLimit) {
            AttributeValue text = StoredCell.attribute(body);
            if (text != null) {
                return new Ready(text, null);
            }
        }
        Sealed sealed = payloads.seal(context(key, name), cell.isSecret(), bodyId, body, inlineLimit);
        return new Ready(StoredCell.attribute(sealed.stored(), cell.isSecret()), sealed);
    }

    /** Opens every cell of an item. */
    RunItem open(StoredItem item, KnownChunks chunks) {
        Map<String, Cell> cells = new HashMap<>();
        item.cells().forEach((name, cell) -> cells.put(name, open(item.key(), name, cell, chunks)));
        return new RunItem(item.key(), cells, item.dueAt());
    }

    private Cell open(ItemKey key, String name, StoredCell cell, KnownChunks chunks) {
        if (cell.text() != null) {
            return Cell.open(cell.version(), cell.fence(), StoredCell.bytes(cell.text()));
        }
        Stored payload = cell.payload();
        if (payload == null) {
            throw new IllegalStateException("a cell has a text or a payload");
        }
        byte[] body = opened(key, name, cell.secret(), payload, chunks);
        return cell.secret() ? Cell.secret(cell.version(), body) : Cell.open(cell.version(), cell.fence(), body);
    }

    private byte[] opened(ItemKey key, String name, boolean secret, Stored payload, KnownChunks chunks) {
        try {
            return payloads.open(context(key, name), secret, payload, chunks);
        } catch (StoreException unreadable) {
            if (unreadable.code() != ErrorCode.PAYLOAD_UNREADABLE) {
                throw unreadable;
            }
            throw StoreException.payloadUnreadable(
                    "The cell " + name + " of " + key + " is stored, but can't be read: a part of it is missing, or was"
                            + " changed or sealed for another place, or its key is not available. It is left as it is.",
                    unreadable);
        }
    }

    private static PayloadContext context(ItemKey key, String name) {
        return new PayloadContext(
                key.namespace(), Attributes.pk(key.namespace(), key.partition()), key.sort(), Attributes.body(name));
    }
}
