package dev.toolcheckpoint.dynamo;

import org.jspecify.annotations.Nullable;

/**
 * Where payloads of which size go. All sizes are of stored bytes: compressed and encrypted.
 *
 * @param inline the largest envelope in the control item
 * @param chunked the largest body in chunks, when there is a bucket
 * @param bucket where larger ones go; {@code null} leaves them in chunks
 * @param compress whether to compress
 */
record PayloadLimits(int inline, int chunked, @Nullable String bucket, boolean compress) {

    static final PayloadLimits DEFAULT = new PayloadLimits(4_608, 1_500_000, null, true);
}
