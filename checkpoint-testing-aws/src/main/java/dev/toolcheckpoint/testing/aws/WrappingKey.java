package dev.toolcheckpoint.testing.aws;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A key of {@link StrictKms}. Its blobs: key name 32, material 1, nonce 12, ciphertext 139 with its tag. */
final class WrappingKey {

    private static final int BLOB_BYTES = 184;
    private static final int NAME_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int SECRET_BYTES = 32;
    private static final int PADDED_BYTES = BLOB_BYTES - NAME_BYTES - 1 - NONCE_BYTES - TAG_BYTES;

    final String arn;
    boolean enabled = true;

    private final byte[] name = random(NAME_BYTES);
    private final List<byte[]> materials = new ArrayList<>();

    WrappingKey(String arn) {
        this.arn = arn;
        rotate();
    }

    void rotate() {
        materials.add(random(32));
    }

    boolean wrapped(byte[] blob) {
        return blob.length == BLOB_BYTES && Arrays.equals(blob, 0, NAME_BYTES, name, 0, NAME_BYTES);
    }

    byte[] wrap(byte[] secret, Map<String, String> context) {
        byte[] nonce = random(NONCE_BYTES);
        int material = materials.size() - 1;
        try {
            byte[] ciphertext =
                    cipher(Cipher.ENCRYPT_MODE, material, nonce, context).doFinal(Arrays.copyOf(secret, PADDED_BYTES));
            return ByteBuffer.allocate(BLOB_BYTES)
                    .put(name)
                    .put((byte) material)
                    .put(nonce)
                    .put(ciphertext)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The secret; {@code null} when the blob was changed or the context is another. */
    byte @Nullable [] unwrap(byte[] blob, Map<String, String> context) {
        int material = blob[NAME_BYTES];
        if (material < 0 || material >= materials.size()) {
            return null;
        }
        int start = NAME_BYTES + 1 + NONCE_BYTES;
        byte[] nonce = Arrays.copyOfRange(blob, NAME_BYTES + 1, start);
        try {
            byte[] padded =
                    cipher(Cipher.DECRYPT_MODE, material, nonce, context).doFinal(blob, start, BLOB_BYTES - start);
            return Arrays.copyOf(padded, SECRET_BYTES);
        } catch (AEADBadTagException changed) {
            return null;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Cipher cipher(int mode, int material, byte[] nonce, Map<String, String> context)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode,
                new SecretKeySpec(materials.get(material), "AES"),
                new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(new TreeMap<>(context).toString().getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
