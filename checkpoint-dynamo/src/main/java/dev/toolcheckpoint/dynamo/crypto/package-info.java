/**
 * Encryption of payloads before they leave the process.
 *
 * <p>{@link dev.toolcheckpoint.dynamo.crypto.PayloadCipher} is what a store asks; {@link
 * dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher} is the implementation with keys from AWS KMS, in the format that {@code
 * docs/reference/envelope.md} writes down byte by byte. {@link dev.toolcheckpoint.dynamo.crypto.PayloadCipher#none()} stores
 * payloads in clear and has to be asked for by name.
 */
@NullMarked
package dev.toolcheckpoint.dynamo.crypto;

import org.jspecify.annotations.NullMarked;
